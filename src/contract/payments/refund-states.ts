/** `failed` restores revenue and commission, which drop when it is decided (docs/decisions/0024-sales-ledger.md). */
export const REFUND_STATES = ['pending', 'refunded', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

export const REFUND_STATE_NAMES: Readonly<Record<RefundState, string>> = {
  pending: 'Refund pending',
  refunded: 'Refunded',
  failed: 'Refund failed',
}

/** A refund’s row in those words. */
export const refundStateOf = (state: 'due' | 'made' | 'failed'): RefundState =>
  state === 'due' ? 'pending' : state === 'made' ? 'refunded' : 'failed'

/** Why money goes back. `no_stock`: it came late, and nothing was left. `not_ours`: it paid for nothing that is sold. */
export const REFUND_REASONS = ['no_stock', 'not_ours', 'admin'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

const REASON_WORDS: Readonly<Record<RefundReason, string>> = {
  no_stock: 'Sold out before the payment came in',
  not_ours: 'Payment that matches no order',
  admin: 'No reason noted',
}

/** What the administrator noted, or what the store found. */
export const refundReason = ({ reason, note }: { reason: RefundReason; note: string | null }): string =>
  note ?? REASON_WORDS[reason]
