/** The statuses of orders and payment links as a person reads them, the same in every list, filter and record. */
import type { ExpiredReason, PaymentRequestStatus } from '#contract/links/payment-request-values.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { REFUND_STATE_NAMES, type RefundState } from '#contract/payments/refund-states.ts'
import type { StatusTone } from '#web/ui/panel.tsx'
import { formatDollars } from './format.ts'

export interface Status {
  name: string
  tone: StatusTone
  /** What the name leaves open. */
  note?: string
}

export const PARTLY_REFUNDED: Status = { name: 'Partially refunded', tone: 'plain' }

export const REFUND_STATUSES: Readonly<Record<RefundState, Status>> = {
  pending: { name: REFUND_STATE_NAMES.pending, tone: 'plain' },
  refunded: { name: REFUND_STATE_NAMES.refunded, tone: 'plain' },
  failed: { name: REFUND_STATE_NAMES.failed, tone: 'over' },
}

/** In the order of a life. Amber is left to what is urgent: time says so, not a status. */
export const REQUEST_STATUSES = {
  sent: { name: 'Sent', tone: 'plain' },
  paid: { name: 'Paid', tone: 'done', note: 'to deliver' },
  processed: { name: 'Processed', tone: 'closed' },
  expired: { name: 'Expired', tone: 'over' },
} as const satisfies Record<PaymentRequestStatus, Status>

export const ORDER_STATUSES = {
  awaiting_payment: { name: 'Waiting for payment', tone: 'plain' },
  // Lists of orders say until when it is to be delivered.
  completed: { name: REQUEST_STATUSES.paid.name, tone: 'done' },
  processed: REQUEST_STATUSES.processed,
  refunded: REFUND_STATUSES.refunded,
  cancelled: { name: 'Canceled', tone: 'plain' },
} as const satisfies Record<OrderStatus, Status>

const STATUSES = {
  ...REQUEST_STATUSES,
  ...ORDER_STATUSES,
  // What a link's reason, or that its customer looked at it, says more exactly than its status.
  opened: { name: 'Opened', tone: 'plain' },
  time: REQUEST_STATUSES.expired,
  declined: REQUEST_STATUSES.expired,
  replaced: { name: 'Replaced', tone: 'plain' },
  voided: ORDER_STATUSES.cancelled,
  card_declined: { name: 'Declined', tone: 'over' },
} as const satisfies Record<string, Status>

/** Whether some of the money went back, and not all of it. */
export const isPartlyRefunded = ({ total, refundedTotal }: Omit<Refunded, 'refundState'>): boolean =>
  Number(refundedTotal) > 0 && Number(refundedTotal) < Number(total)

interface Refunded {
  total: string
  refundedTotal: string
  refundState: RefundState | null
}

interface Progress extends Refunded {
  status: OrderStatus | PaymentRequestStatus
  reason?: ExpiredReason | null
  openedAt?: string | null
  declinedReason?: string | null
}

/** The status of an order or a link. Money on its way back, or back, is said before how far the order itself is. */
export function statusOf(progress: Progress): Status {
  const { status, reason, openedAt, declinedReason, total, refundedTotal, refundState } = progress
  const isPart = isPartlyRefunded({ total, refundedTotal })
  if (refundState) return refundState === 'refunded' && isPart ? PARTLY_REFUNDED : REFUND_STATUSES[refundState]
  if (status === 'sent' && declinedReason) return STATUSES.card_declined
  return STATUSES[status === 'sent' && openedAt ? 'opened' : (reason ?? status)]
}

/** `Refund pending: $10.00`; null if nothing goes back. */
export function refundWords({ refundedTotal, refundState }: Omit<Refunded, 'total'>): string | null {
  if (!refundState || Number(refundedTotal) === 0) return null
  return `${REFUND_STATE_NAMES[refundState]}: ${formatDollars(refundedTotal)}`
}
