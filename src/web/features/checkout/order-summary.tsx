import type { OrderLine } from '#contract/orders/orders.ts'
import { formatDollars } from '#web/lib/format.ts'
import { BillLine, minusDollars, sumRows, tierTerms } from '#web/lib/line-offers.tsx'
import { sumsOf } from '#web/lib/line-sums.ts'
import { usePromises } from '#web/lib/promises.ts'
import { Sums } from '#web/ui/amounts.tsx'
import { toPay, type UsedCredit } from './use-payment-intent.ts'

type SummaryLine = Omit<OrderLine, 'isRefunded'> & { holdId?: string }
type OrderLinesProps = { lines: readonly SummaryLine[]; total: number; credit?: UsedCredit | undefined }

export const OrderSummary = (order: OrderLinesProps) => (
  <section aria-labelledby="summary-title" className="rounded-md border border-line bg-surface p-4 sm:p-6">
    <h2 id="summary-title" className="display text-xl">
      Order Summary
    </h2>
    <div className="mt-4">
      <OrderLines {...order} />
    </div>
  </section>
)

/** What is bought, in the same words wherever it is paid. */
export function BilledLines({ lines, className }: { lines: readonly SummaryLine[]; className: string }) {
  const { saleCaps } = usePromises()
  return (
    <ul className={`divide-y divide-line border-line ${className}`}>
      {lines.map((line, place) => (
        <li key={line.holdId ?? `line ${place}`} className="@container py-3 text-sm">
          <BillLine line={line} terms={tierTerms(line.tier, saleCaps)} />
        </li>
      ))}
    </ul>
  )
}

export const OrderLines = (order: OrderLinesProps) => (
  <>
    <BilledLines lines={order.lines} className="border-y" />
    <OrderSums {...order} className="mt-4" />
  </>
)

export const OrderSums = ({ lines, total, credit, className }: OrderLinesProps & { className: string }) => (
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
    className={className}
  />
)
