import { packageName } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import type { ApiError } from '#web/lib/call-api.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { PriceCut } from '#web/ui/amounts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { agreeToPrices, usePriceChanges } from './agreed-prices.ts'
import { followServer } from './cart-data.ts'

const TITLE = 'We can’t reach the store right now'

export const CodeMissing = ({ onRetry }: { onRetry: () => void }) => (
  <Notice tone="attention" title={TITLE} action={<Button onClick={onRetry}>Try again</Button>}>
    We could not load this part. Your packages stay reserved, and we kept what you typed.
  </Notice>
)
export const UnreadableCart = ({ error }: { error: ApiError }) => (
  <Notice tone="danger" title="The cart could not be loaded" action={<Button onClick={followServer}>Try again</Button>}>
    {error.sentence} Your packages stay reserved.
  </Notice>
)

export const OutdatedNotice = ({ className = '' }: { className?: string }) => (
  <Notice
    tone="attention"
    title={TITLE}
    className={className}
    action={
      <Button size="small" onClick={followServer}>
        Try again
      </Button>
    }
  >
    This is your cart as of the last update. Your packages stay reserved until the time shown, and we kept what you
    typed.
  </Notice>
)

type PriceChangeNoticeProps = { lines: readonly CartLine[]; total: number; className?: string }
/** Old and new price of each changed line, and the button that accepts them. Renders nothing if nothing changed. */
export function PriceChangeNotice({ lines, total, className = '' }: PriceChangeNoticeProps) {
  const changes = usePriceChanges(lines)
  if (changes.length === 0) return null
  return (
    <Notice
      tone="attention"
      title={`The total is now ${formatDollars(total)}`}
      className={className}
      action={
        <Button look="primary" onClick={() => agreeToPrices(lines)}>
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
