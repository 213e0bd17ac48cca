import type { ReactNode } from 'react'
import { TIER_FACTS } from '#contract/catalogue.ts'
import type { StoreConfig } from '#contract/operations.ts'
import type { OrderLine } from '#contract/orders.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { OrderNext } from './order-next.tsx'
import { OrderStatusPill } from './order-status.tsx'
import { formatFullMoment, PAYMENT_METHODS, type ReceiptOrder } from './order-words.ts'

interface ReceiptProps {
  order: ReceiptOrder
  config: StoreConfig | undefined
  /** Who bought, where the page may say more than where the confirmation went. */
  soldTo?: ReactNode
}

/** Set like a deed: reference, parties, lines, total, what happens next and by when. Prints on one page. */
export function Receipt({ order, config, soldTo }: ReceiptProps) {
  return (
    <section aria-labelledby="receipt-title" className="receipt rounded-md border border-line bg-surface p-1.5 sm:p-2">
      <div className="rounded-[3px] border border-line">
        <header className="flex flex-wrap items-start justify-between gap-4 border-b border-line p-5 sm:px-8 sm:py-6">
          <div>
            <h2 id="receipt-title" className="text-sm font-semibold text-muted">
              Order
            </h2>
            <p className="display figures text-2xl">{order.reference}</p>
          </div>
          <OrderStatusPill order={order} />
        </header>
        <dl className="grid gap-x-8 gap-y-4 border-b border-line p-5 text-sm sm:grid-cols-2 sm:px-8 sm:py-6">
          <Fact name="Sold by">
            {config?.brand}
            {config?.subsidiary && <span className="block font-normal text-muted">{config.subsidiary}</span>}
          </Fact>
          <Fact name="Sold to">
            {soldTo ?? (
              <>
                {order.emailHint}
                <span className="block font-normal text-muted">the confirmation goes there</span>
              </>
            )}
          </Fact>
          <Fact name={order.paidAt ? 'Paid' : 'Placed'}>{formatFullMoment(order.paidAt ?? order.createdAt)}</Fact>
          <Fact name="Payment method">
            {PAYMENT_METHODS[order.paymentMethod]}
            {order.paymentId && (
              <span className="figures block font-normal break-all text-muted">Payment ID {order.paymentId}</span>
            )}
          </Fact>
        </dl>
        <ul className="divide-y divide-line px-5 sm:px-8">
          {order.lines.map((line, index) => (
            <ReceiptLine key={lineKey(line, index)} line={line} />
          ))}
        </ul>
        <Sums order={order} />
        <div className="border-t border-line p-5 empty:hidden sm:px-8 sm:py-6">
          <OrderNext order={order} />
        </div>
      </div>
    </section>
  )
}

function ReceiptLine({ line }: { line: OrderLine }) {
  return (
    <li className="flex items-baseline justify-between gap-4 py-3.5">
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

function Sums({ order }: { order: ReceiptOrder }) {
  const refunded = Number(order.refundedTotal)
  return (
    <dl className="figures mx-5 border-t-4 border-double border-ink py-5 sm:mx-8">
      <Sum name="Total" amount={order.total} />
      {refunded > 0 && (
        <>
          <Sum name="Refunded" amount={-refunded} isQuiet />
          <Sum name="You paid" amount={Number(order.total) - refunded} />
        </>
      )}
    </dl>
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
