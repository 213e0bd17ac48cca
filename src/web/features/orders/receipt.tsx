import { Printer } from 'lucide-react'
import type { StoreConfig } from '#contract/admin/operations.ts'
import type { OrderLine } from '#contract/orders/orders.ts'
import { REFUND_STATE_NAMES } from '#contract/payments/refund-states.ts'
import { formatDollars } from '#web/lib/format.ts'
import { BillLine, minusDollars, sumRows } from '#web/lib/line-offers.tsx'
import { priceAfterOffers, sumsOf } from '#web/lib/line-sums.ts'
import { NameValues, Sums } from '#web/ui/amounts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/fact-list.tsx'
import { OrderNext, OrderStatusPill } from './order-status.tsx'
import { formatFullMoment, lostLineWords, methodWords, paidWith, type ReceiptOrder } from './order-words.ts'

type ReceiptProps = { order: ReceiptOrder; config: StoreConfig | undefined; hasNext?: boolean }

/** Laid out like a deed: reference, parties, lines, total, what happens next and by when. Prints on one page. */
export const Receipt = ({ order, config, hasNext = true }: ReceiptProps) => (
  <section aria-labelledby="receipt-title" className="receipt rounded-md border border-line bg-surface">
    <header className="flex flex-wrap items-start justify-between gap-4 border-b border-line p-5 sm:px-8 sm:py-6 print:py-3">
      <div>
        <h2 id="receipt-title" className="text-sm font-semibold text-muted">
          Order
        </h2>
        <p className="display figures text-2xl wrap-anywhere">{order.reference}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <OrderStatusPill order={order} />
        <Button icon={Printer} look="quiet" size="small" className="no-print -mx-3" onClick={() => print()}>
          Print
        </Button>
      </div>
    </header>
    <dl className="grid gap-x-8 gap-y-4 border-b border-line p-5 text-sm sm:grid-cols-2 sm:px-8 sm:py-6 print:grid-cols-2 print:gap-y-2 print:py-3">
      <Fact name="Sold by">
        {config?.brand}
        <span className="block font-normal whitespace-pre-line text-muted">
          {[config?.subsidiary, config?.terms.postalAddress, config?.terms.phone].filter(Boolean).join('\n')}
        </span>
      </Fact>
      <Fact name="Sold to">
        <bdi className="block wrap-anywhere">{order.buyerName}</bdi>
        <span className="font-normal text-muted wrap-anywhere">{order.emailHint}</span>
      </Fact>
      <Fact name={order.paidAt ? 'Paid' : 'Placed'}>{formatFullMoment(order.paidAt ?? order.createdAt)}</Fact>
      <Fact name="Payment method">
        {methodWords(order)}
        {order.paymentId && (
          <span className="figures block text-xs font-normal break-all text-muted">Payment ID {order.paymentId}</span>
        )}
      </Fact>
    </dl>
    <ul className="divide-y divide-line px-5 sm:px-8">
      {order.lines.map((line, index) => (
        // An order can have the same package twice, so the key includes the line's position.
        <ReceiptLine key={[index, line.county, line.leadType, line.tier, line.size].join('/')} line={line} />
      ))}
    </ul>
    <OrderSums order={order} />
    <div className="border-t border-line p-5 empty:hidden sm:px-8 sm:py-6 print:py-3">
      {hasNext && <OrderNext order={order} />}
    </div>
  </section>
)

const ReceiptLine = ({ line }: { line: OrderLine }) => (
  <li className="py-3.5 print:py-1.5">
    <BillLine
      line={line}
      price={
        line.isRefunded ? (
          <p className="figures text-muted line-through">{formatDollars(priceAfterOffers(line))}</p>
        ) : undefined
      }
    />
    {line.isRefunded && <p className="mt-1 text-sm font-semibold text-attention">{lostLineWords(line)}</p>}
  </li>
)

function OrderSums({ order }: { order: ReceiptOrder }) {
  const refunded = Number(order.refundedTotal)
  const credit = Number(order.credit)
  const payments = [
    { key: 'credit', name: 'Paid by store credit', amount: credit },
    { key: 'rest', name: `Paid by ${paidWith(order)}`, amount: Number(order.total) - credit },
  ]
  return (
    <div className="mx-5 border-t-4 border-double border-ink py-5 sm:mx-8 print:py-3">
      <Sums rows={sumRows(sumsOf(order.lines))} name="Total" amount={formatDollars(order.total)} />
      {credit > 0 && (
        <NameValues
          label="How it was paid"
          rows={payments
            .filter(({ amount }) => amount > 0)
            .map(({ key, name, amount }) => ({ key, name, value: formatDollars(amount) }))}
          className="mt-2"
        />
      )}
      {refunded > 0 && (
        <Sums
          rows={[{ name: REFUND_STATE_NAMES[order.refundState ?? 'pending'], amount: minusDollars(refunded) }]}
          name="You paid"
          amount={formatDollars(Number(order.total) - refunded)}
        />
      )}
    </div>
  )
}
