import { packageName } from '#contract/catalogue/catalogue.ts'
import { useCart } from '#web/features/orders/cart/cart-data.ts'
import { HoldCountdown } from '#web/features/orders/cart/hold-countdown.tsx'
import { firstEndOf } from '#web/features/orders/cart/hold-time.ts'
import { formatDollars, formatPlural, formatPrice } from '#web/lib/format.ts'
import { leadsWords, sumRows } from '#web/lib/line-offers.ts'
import { priceAfterOffers } from '#web/lib/line-sums.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PriceCut } from '#web/ui/price-cut.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Sums } from '#web/ui/sums.tsx'
import { SalesLink } from './sales-link.tsx'

/** The cart next to the selling tabs: what is held, for how long, what it costs, and how to continue. */
export function CartSummary() {
  const { lines, sums, error, isPending } = useCart()
  const endsAtMs = firstEndOf(lines)
  return (
    <Panel title="Cart Summary" actions={endsAtMs !== null && <HoldCountdown endsAtMs={endsAtMs} size={18} />}>
      {isPending ? (
        <Skeleton className="h-24" />
      ) : error ? (
        <Notice tone="danger">{error.sentence}</Notice>
      ) : lines.length === 0 ? (
        <p className="text-muted">Your cart is empty. What you add here is reserved for your customer.</p>
      ) : (
        <>
          <ul className="divide-y divide-line border-y border-line">
            {lines.map((line) => (
              <li key={line.holdId} className="py-1.5">
                <div className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0">
                    <span className="block">{packageName(line)}</span>
                    <span className="block text-xs text-muted">
                      {leadsWords(line)} · {line.county}, {line.state}
                    </span>
                  </span>
                  <PriceCut was={formatPrice(line.price)} now={formatPrice(priceAfterOffers(line))} />
                </div>
              </li>
            ))}
          </ul>
          <Sums
            rows={sumRows(sums)}
            name={formatPlural(lines.length, 'package')}
            amount={formatDollars(sums.total)}
            className="mt-3"
          />
          <div className="mt-3 flex flex-wrap gap-2">
            <SalesLink tab="invoice" look="primary">
              Generate Invoice
            </SalesLink>
            <SalesLink tab="cart">Sales Cart</SalesLink>
          </div>
        </>
      )}
    </Panel>
  )
}
