import type { ReactNode } from 'react'
import { LEAD_TYPE_NAMES, packageKeyOf, packageName } from '#contract/catalogue/catalogue.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { OrderedLine } from './last-order.ts'

interface MissingLinesProps {
  lines: readonly OrderedLine[]
  /** Whether anything else of the order could be added. */
  hasSome: boolean
  /** What to do about a line instead. */
  action?: (line: OrderedLine) => ReactNode
  className?: string
}

/** The lines of a repeated order that could not be held again, by name. */
export function MissingLines({ lines, hasSome, action, className = '' }: MissingLinesProps) {
  return (
    <Notice
      tone="attention"
      title={hasSome ? 'Some packages are not available now' : 'None of it is available now'}
      className={className}
    >
      <ul className="list-disc pl-5">
        {lines.map((line, index) => (
          <li key={`${line.packageId}/${String(index)}`}>
            {packageWords(line)} {action?.(line)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function packageWords({ packageId, place }: OrderedLine): string {
  const { tier, size, leadType } = packageKeyOf(packageId)
  return [packageName({ tier, size }), LEAD_TYPE_NAMES[leadType], ...(place ? [place] : [])].join(', ')
}
