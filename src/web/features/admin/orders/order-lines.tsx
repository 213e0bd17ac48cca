import { Link } from '@tanstack/react-router'
import type { AdminOrder } from '#contract/admin/order-screen.ts'
import { packageName } from '#contract/catalogue/catalogue.ts'
import { REFUND_STATE_NAMES, refundReason } from '#contract/payments/refund-states.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import { formatDateTime, formatDollars } from '#web/lib/format.ts'
import { leadsWords, offerEffects } from '#web/lib/line-offers.ts'
import { priceAfterOffers } from '#web/lib/line-sums.ts'
import { REFUND_STATE_TONES } from '#web/lib/refund-words.ts'
import { paths } from '#web/paths.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { lostDiscountWords } from './order-words.ts'
import { areLeadsDelivered } from './refund-fates.ts'

const PAYMENT_STATES = {
  open: 'Waiting for the buyer’s card',
  promised: 'Waiting for Cash App',
  succeeded: 'Received',
  cancelled: 'Canceled',
} as const

type Refund = AdminOrder['refunds'][number]

/** The payment of an order and its refunds. */
export function OrderMoney({ order: { payment, refunds } }: { order: AdminOrder }) {
  return (
    <div className="grid gap-3">
      {payment && !payment.id.startsWith('none_') ? (
        <p>
          {PAYMENT_STATES[payment.state]}: <span className="figures">{formatDollars(payment.amount)}</span>
          {payment.succeededAt && <span className="text-muted">, {formatDateTime(payment.succeededAt)}</span>}
          <span className="block font-mono text-xs text-muted wrap-anywhere">{payment.id}</span>
        </p>
      ) : (
        <p className="text-muted">No payment was started.</p>
      )}
      {refunds.length > 0 && (
        <ul className="grid gap-2">
          {refunds.map((refund) => (
            <li key={refund.id} className="rounded-md border border-line bg-surface p-3">
              <RefundFacts refund={refund} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function RefundFacts({ refund }: { refund: Refund }) {
  const isStuck = refund.state === 'failed' || (refund.state === 'pending' && refund.attempts > 0)
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <strong className="figures font-semibold">
          {formatDollars(Number(refund.amount) + Number(refund.credit))}
        </strong>
        <StatusPill tone={REFUND_STATE_TONES[refund.state]}>{REFUND_STATE_NAMES[refund.state]}</StatusPill>
      </p>
      <p className="wrap-anywhere" dir="auto">
        {refundReason(refund)}
      </p>
      <p className="text-xs text-muted">
        {formatDateTime(refund.createdAt)}
        {refund.decidedBy && `, ${refund.decidedBy}`}
        {Number(refund.credit) > 0 && `, ${formatDollars(refund.credit)} of it as store credit`}
        {refund.isByHand && ': sent back outside the store'}
        {refund.providerRefundId && <span className="block font-mono wrap-anywhere">{refund.providerRefundId}</span>}
      </p>
      {isStuck && (
        <p className="mt-1 text-danger">
          {refund.attempts === 1 ? 'One try' : `${refund.attempts} tries`}
          {refund.lastError && `: ${refund.lastError.replaceAll('_', ' ')}`}
          {refund.tryAt && `. Next ${formatDateTime(refund.tryAt)}`}.{' '}
          <Link to={paths.admin} className="font-semibold underline">
            See what to do
          </Link>
        </p>
      )}
    </>
  )
}

type Line = AdminOrder['lines'][number]

/** The packages of an order: the price of each after offers, and its outcome. */
export function OrderLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="grid gap-2">
      {lines.map((line) => (
        <li key={line.lineNumber} className="rounded-md border border-line bg-surface p-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="font-semibold">{packageName(line)}</p>
            <p className="figures font-semibold">{formatDollars(priceAfterOffers(line))}</p>
          </div>
          <p className="text-muted">
            {leadsWords(line)}, {line.leadTypeName}, {line.county}, {line.state}, by{' '}
            {DELIVERY_METHOD_NAMES[line.deliveryMethod]}
          </p>
          {line.discount > 0 && <p className="figures text-muted">Price {formatDollars(line.price)}</p>}
          {line.credit > 0 && (
            <p className="figures text-muted">{formatDollars(line.credit)} of it paid with store credit</p>
          )}
          {offerEffects(line.offers).map(({ key, name, value }) => (
            <p key={key} className="figures text-accent">
              {name}: {value}
            </p>
          ))}
          {lostDiscountWords(line) && <p className="figures text-muted">{lostDiscountWords(line)}</p>}
          <LineOutcome line={line} />
        </li>
      ))}
    </ul>
  )
}

function LineOutcome({ line }: { line: Line }) {
  const { outcome, refunded, left } = line
  // Older refunds say that even delivered leads were returned.
  const isReturned = line.isReturned && !areLeadsDelivered(line)
  if (outcome === 'open' || (outcome === 'sold' && refunded === 0 && !isReturned)) return null
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-2">
      {outcome === 'refunded' && <StatusPill tone="over">Sold out when paid</StatusPill>}
      {isReturned && <StatusPill tone="plain">Back on sale</StatusPill>}
      {refunded > 0 && (
        <span className="figures">
          {formatDollars(refunded)} refunded{left > 0 && `, ${formatDollars(left)} left`}
        </span>
      )}
    </p>
  )
}
