import { sizeName, TIER_FACTS } from '#contract/catalogue.ts'
import { formatPlural } from '#web/lib/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { lostLines } from './cart-screen.ts'

/** Says which lines left the cart by themselves, and why; stays until the cart is closed. */
export function LostLinesNotice({ className = '' }: { className?: string }) {
  const { expired, payingCount, goneCount } = lostLines.use()
  return (
    <>
      {payingCount > 0 && (
        <Notice tone="info" title="Your payment is being processed" className={className}>
          {formatPlural(payingCount, 'package')} left your cart with it. We confirm the order by email as soon as the
          payment is complete.
        </Notice>
      )}
      {expired.length > 0 ? (
        <Notice tone="attention" title="A hold ran out" className={className}>
          <p>These packages went back on sale. If they are still there, you can add them again:</p>
          <ul className="mt-1 list-disc pl-5">
            {expired.map((line) => (
              <li key={line.holdId}>
                {TIER_FACTS[line.tier].name} {sizeName(line.size)}, {line.county}, {line.state}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        goneCount > 0 && (
          <Notice tone="attention" title="Your cart changed while you were away" className={className}>
            {formatPlural(goneCount, 'package')} {goneCount === 1 ? 'is' : 'are'} no longer in your cart: the hold ran
            out, or the order went through or is being paid.
          </Notice>
        )
      )}
    </>
  )
}
