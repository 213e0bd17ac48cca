/**
 * How far money is that goes back, in every list, page, mail and file. `pending`: decided, and not gone yet. `failed`: somebody has to
 * see to it. Revenue and commission are less from the decision on, and what they were again while a refund is failed
 * (docs/decisions/0024-sales-ledger.md).
 */
export const REFUND_STATES = ['pending', 'refunded', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** The same in words. */
export const REFUND_STATE_NAMES: Readonly<Record<RefundState, string>> = {
  pending: 'Refund pending',
  refunded: 'Refunded',
  failed: 'Refund failed',
}

/** A refund’s row in those words. */
export const refundStateOf = (state: 'due' | 'made' | 'failed'): RefundState =>
  state === 'due' ? 'pending' : state === 'made' ? 'refunded' : 'failed'
