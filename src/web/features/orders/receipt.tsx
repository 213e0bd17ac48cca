import type { ReactNode } from 'react'
import { TIER_FACTS } from '#contract/catalogue.ts'
import type { Order, OrderLine } from '#contract/orders.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/values.ts'
import { formatDollars, formatMoment, formatTimeLeft } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { OrderStatusPill } from './order-status.tsx'

const PAYMENT_METHODS: Readonly<Record<Order['paymentMethod'], string>> = {
  stripe: 'Credit Card',
  cash_app: 'Cash App',
  free: 'Nothing to pay',
  manual: 'Recorded by hand',
}

/** Set like a deed: reference, parties, lines, total. Prints on one page. */
export function Receipt({ order, seller }: { order: Order; seller: string }) {
  const refunded = Number(order.refundedTotal)
  return (
    <section aria-labelledby="receipt-title" className="rounded-md border border-line bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-4 border-b border-line p-5 sm:p-8">
        <div>
          <h2 id="receipt-title" className="text-sm font-semibold text-muted">
            Order
          </h2>
          <p className="display figures text-2xl">{order.reference}</p>
        </div>
        <OrderStatusPill order={order} />
      </header>
      <dl className="grid gap-x-8 gap-y-4 border-b border-line p-5 text-sm sm:grid-cols-2 sm:p-8">
        <Fact name="Sold by">{seller}</Fact>
        <Fact name="Confirmation sent to">{order.emailHint}</Fact>
        <Fact name={order.paidAt ? 'Paid' : 'Placed'}>{formatMoment(order.paidAt ?? order.createdAt)}</Fact>
        <Fact name="Payment method">{PAYMENT_METHODS[order.paymentMethod]}</Fact>
        {order.deliverBy && order.status === 'completed' && (
          <Fact name="Leads delivered by">
            {formatMoment(order.deliverBy)}{' '}
            <span className="text-muted">({formatTimeLeft(order.deliverBy, serverNow())})</span>
          </Fact>
        )}
      </dl>
      <ul className="divide-y divide-line px-5 sm:px-8">
        {order.lines.map((line, index) => (
          <ReceiptLine key={lineKey(line, index)} line={line} />
        ))}
      </ul>
      <dl className="figures border-t-2 border-ink p-5 sm:p-8">
        <Sum name="Total" amount={order.total} />
        {refunded > 0 && (
          <>
            <Sum name="Refunded" amount={-refunded} isQuiet />
            <Sum name="You paid" amount={Number(order.total) - refunded} />
          </>
        )}
      </dl>
    </section>
  )
}

function ReceiptLine({ line }: { line: OrderLine }) {
  return (
    <li className="flex items-baseline justify-between gap-4 py-4">
      <div className="min-w-0">
        <p className="font-semibold">
          {TIER_FACTS[line.tier].name} {line.sizeName}
        </p>
        <p className="text-sm text-muted">
          {line.size} leads · {line.leadTypeName} · {line.county}, {line.state} ·{' '}
          {DELIVERY_METHOD_NAMES[line.deliveryMethod]}
        </p>
        {line.isRefunded && (
          <p className="mt-1 text-sm font-semibold text-attention">
            Refunded: it was sold before your payment arrived, so the money for this line went back.
          </p>
        )}
      </div>
      <p className={line.isRefunded ? 'figures text-muted line-through' : 'figures'}>{formatDollars(line.price)}</p>
    </li>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

function Sum({ name, amount, isQuiet }: { name: string; amount: number | string; isQuiet?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={isQuiet ? 'text-sm text-muted' : 'font-semibold'}>{name}</dt>
      <dd className={isQuiet ? 'text-sm text-muted' : 'display text-2xl'}>{formatDollars(amount)}</dd>
    </div>
  )
}

/** The same package can stand in an order twice, so its place belongs to the key. */
function lineKey(line: OrderLine, index: number): string {
  return [index, line.county, line.leadType, line.tier, line.size].join('/')
}
