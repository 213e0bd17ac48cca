import type { ReactNode } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { OrderLine } from '#contract/orders/orders.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { leadsWords, minusDollars, offerEffects, sumRows } from '#web/lib/line-offers.ts'
import { priceAfterOffers, sumsOf } from '#web/lib/line-sums.ts'
import { NameValues } from '#web/ui/name-values.tsx'
import { PriceCut } from '#web/ui/price-cut.tsx'
import { Sums } from '#web/ui/sums.tsx'
import { toPay, type UsedCredit } from './use-payment-intent.ts'

type SummaryLine = Omit<OrderLine, 'isRefunded'> & { holdId?: string }
type OrderLinesProps = { lines: readonly SummaryLine[]; total: number; credit?: UsedCredit | undefined }
type OrderSummaryProps = OrderLinesProps & { children?: ReactNode }
export const OrderSummary = ({ lines, total, credit, children }: OrderSummaryProps) => (
  <section aria-labelledby="summary-title" className="rounded-md border border-line bg-surface p-4 sm:p-6">
    <h2 id="summary-title" className="display text-xl">
      Order Summary
    </h2>
    <div className="mt-4">
      <OrderLines lines={lines} total={total} credit={credit} />
    </div>
    {children}
  </section>
)

export const OrderLines = ({ lines, total, credit }: OrderLinesProps) => (
  <>
    <ul className="divide-y divide-line border-y border-line">
      {lines.map((line, place) => (
        <li key={line.holdId ?? `line ${place}`} className="py-3">
          <div className="flex items-baseline justify-between gap-4">
            <div className="min-w-0">
              <p className="text-sm font-semibold">{packageName(line)}</p>
              <p className="text-sm text-muted">
                {leadsWords(line)} · {line.leadTypeName} · {line.county}, {line.state} ·{' '}
                {DELIVERY_METHOD_NAMES[line.deliveryMethod]}
              </p>
            </div>
            <PriceCut
              was={formatDollars(line.price)}
              now={formatDollars(priceAfterOffers(line))}
              className="text-right text-sm"
            />
          </div>
          <NameValues label="Offers" rows={offerEffects(line.offers)} className="mt-1" />
        </li>
      ))}
    </ul>
    <Sums
      rows={[
        ...sumRows(sumsOf(lines)),
        ...(credit
          ? [
              { name: 'Total', amount: formatDollars(total) },
              { name: 'Store credit', amount: minusDollars(credit.amount) },
            ]
          : []),
      ]}
      name={credit ? 'To pay' : 'Total'}
      amount={formatDollars(toPay({ total, credit }))}
      className="mt-4"
    />
  </>
)
