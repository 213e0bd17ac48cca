import type { AdminRefund } from '#contract/admin/refund-screen.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import { type RefundReason, refundStateOf } from '#contract/payments/refund-states.ts'
import type { Cents } from '#contract/values.ts'

/** What every view of a refund reads. */
export interface AdminRefundRow {
  refund_id: string
  amount_cents: number
  credit_cents: number
  reason: RefundReason
  note: string | null
  decided_by: string | null
  state: 'due' | 'made' | 'failed'
  is_by_hand: boolean
  attempts: number
  last_error: string | null
  provider_refund_id: string | null
  created_at: Date
  made_at: Date | null
  try_at: Date | null
}

/** Shows a refund in an order and in the list of refunds alike. @param names of members by their id */
export const showRefund = (row: AdminRefundRow, names: ReadonlyMap<string, string>): AdminRefund => ({
  id: row.refund_id,
  amount: dollarTextFromCents(row.amount_cents as Cents),
  credit: dollarTextFromCents(row.credit_cents as Cents),
  reason: row.reason,
  note: row.note,
  decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? row.decided_by),
  state: refundStateOf(row.state),
  isByHand: row.is_by_hand,
  attempts: row.attempts,
  lastError: row.last_error,
  providerRefundId: row.provider_refund_id,
  createdAt: row.created_at.toISOString(),
  madeAt: row.made_at?.toISOString() ?? null,
})
