import { packageName } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PriceCut } from '#web/ui/price-cut.tsx'
import { agreeToPrices, usePriceChanges } from './agreed-prices.ts'

interface PriceChangeNoticeProps {
  lines: readonly CartLine[]
  total: number
  className?: string
  /** Called after the buyer agreed, for example to restore the focus. */
  onAgreed?: () => void
}

/** Old and new price of each changed line, and the button that accepts them. Renders nothing if nothing changed. */
export function PriceChangeNotice({ lines, total, className = '', onAgreed }: PriceChangeNoticeProps) {
  const changes = usePriceChanges(lines)
  if (changes.length === 0) return null
  const handleAgree = () => {
    agreeToPrices(lines)
    onAgreed?.()
  }
  return (
    <Notice
      tone="attention"
      title={`The total is now ${formatDollars(total)}`}
      className={className}
      action={
        <Button look="primary" onClick={handleAgree}>
          Continue with {formatDollars(total)}
        </Button>
      }
    >
      <p>A price or an offer changed after you filled your cart. You were not charged, and we kept what you typed.</p>
      <ul className="mt-2 grid gap-1">
        {changes.map(({ line, was, now, lostLeads }) => (
          <li key={line.holdId} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              {packageName(line)}, {line.county}
            </span>
            <span>
              <PriceCut was={formatDollars(was)} now={formatDollars(now)} look="font-semibold" />
              {lostLeads > 0 && <span className="figures">, −{formatPlural(lostLeads, 'extra lead')}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
