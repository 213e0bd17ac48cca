/** Describes a refund wherever one is shown: pending, refunded or failed. */
import { REFUND_STATE_NAMES, type RefundState } from '#contract/payments/refund-states.ts'
import { formatDollars } from './format.ts'

export const REFUND_STATE_TONES = { pending: 'waiting', refunded: 'plain', failed: 'over' } as const satisfies Record<
  RefundState,
  string
>

type Refunded = { refundedTotal: string; refundState: RefundState | null }

/** `Refund pending: $10.00`; null if nothing goes back. */
export function refundWords({ refundedTotal, refundState }: Refunded): string | null {
  if (!refundState || Number(refundedTotal) === 0) return null
  return `${REFUND_STATE_NAMES[refundState]}: ${formatDollars(refundedTotal)}`
}
