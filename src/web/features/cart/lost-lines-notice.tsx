import { sizeName, TIER_FACTS } from '#contract/catalogue.ts'
import { formatPlural } from '#web/lib/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { lostLines } from './cart-screen.ts'

/** Says which lines left the cart by themselves, and why; stays until the cart is closed. */
export function LostLinesNotice({ className = '' }: { className?: string }) {
  const { expired, goneCount } = lostLines.use()
  if (expired.length === 0 && goneCount === 0) return null
  return (
    <Notice
      tone="attention"
      title={expired.length > 0 ? 'A hold ran out' : 'Your cart changed while you were away'}
      className={className}
    >
      {expired.length > 0 ? (
        <>
          <p>These packages went back on sale. If they are still there, you can add them again:</p>
          <ul className="mt-1 list-disc pl-5">
            {expired.map((line) => (
              <li key={line.holdId}>
                {TIER_FACTS[line.tier].name} {sizeName(line.size)}, {line.county}, {line.state}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          {formatPlural(goneCount, 'package')} {goneCount === 1 ? 'is' : 'are'} no longer held for you: the hold ran
          out, or the order went through.
        </p>
      )}
    </Notice>
  )
}
