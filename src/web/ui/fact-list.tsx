import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface FactListProps {
  facts: readonly (readonly [term: string, value: ReactNode])[]
  /** The look of the list. */
  className: string
  /** The look of a term with its value; `contents` for two columns. */
  factLook?: string
  /** By default small, above the value. */
  termLook?: string
  valueLook?: string
}

/** Terms with their values. */
export const FactList = ({ facts, className, factLook, termLook = 'text-xs text-muted', valueLook }: FactListProps) => (
  <dl className={className}>
    {facts.map(([term, value]) => (
      <div key={term} className={factLook ?? 'min-w-0'}>
        <dt className={termLook}>{term}</dt>
        <dd className={classes('wrap-anywhere', valueLook)} dir="auto">
          {value}
        </dd>
      </div>
    ))}
  </dl>
)

/** One of them, below its name. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
)
