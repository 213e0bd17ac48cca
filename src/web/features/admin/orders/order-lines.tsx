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
import { areLeadsDelivered } from './refund-fates.ts'

const PAYMENT_STATES = {
  open: 'Waiting for the buyer’s card',
  promised: 'Waiting for Cash App',
  succeeded: 'Received',
  cancelled: 'Canceled',
} as const

/** The payment of an order and its refunds. */
export const OrderMoney = ({ order: { payment, refunds } }: { order: AdminOrder }) => (
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

function RefundFacts({ refund }: { refund: AdminOrder['refunds'][number] }) {
  const { state, amount, credit, createdAt, decidedBy, isByHand, providerRefundId, attempts, lastError, tryAt } = refund
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <strong className="figures font-semibold">{formatDollars(Number(amount) + Number(credit))}</strong>
        <StatusPill tone={REFUND_STATE_TONES[state]}>{REFUND_STATE_NAMES[state]}</StatusPill>
      </p>
      <p className="wrap-anywhere" dir="auto">
        {refundReason(refund)}
      </p>
      <p className="text-xs text-muted">
        {formatDateTime(createdAt)}
        {decidedBy && `, ${decidedBy}`}
        {Number(credit) > 0 && `, ${formatDollars(credit)} of it as store credit`}
        {isByHand && ': sent back outside the store'}
        {providerRefundId && <span className="block font-mono wrap-anywhere">{providerRefundId}</span>}
      </p>
      {(state === 'failed' || (state === 'pending' && attempts > 0)) && (
        <p className="mt-1 text-danger">
          {attempts === 1 ? 'One try' : `${attempts} tries`}
          {lastError && `: ${lastError.replaceAll('_', ' ')}`}
          {tryAt && `. Next ${formatDateTime(tryAt)}`}.{' '}
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
export const OrderLines = ({ lines }: { lines: readonly Line[] }) => (
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
        {line.lostDiscount > 0 && (
          <p className="figures text-muted">
            Costs {formatDollars(line.lostDiscount)} more: it lost a discount it had only with the returned packages
          </p>
        )}
        <LineOutcome line={line} />
      </li>
    ))}
  </ul>
)

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
