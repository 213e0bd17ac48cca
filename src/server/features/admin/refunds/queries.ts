/** SQL for the list of refunds, newest first. Each state has a statement, because each needs its own plan. */

import { REFUND_COUNT_MAX } from '#contract/admin/refund-screen.ts'
import type { RefundState } from '#contract/payments/refund-states.ts'
import { type NoParameters, statement } from '#server/platform/statement.ts'
import type { AdminRefundRow } from './show-refund.ts'

export interface ListedRefundRow extends AdminRefundRow {
  order_id: string
  reference: string
  full_name: string | null
  /** The instant with all its digits, for the cursor. */
  at: string
}

interface PageParameters {
  /** The last refund of the previous page; null and `''` for the first. */
  afterAt: string | null
  afterId: string
  limit: number
}

/** Each order is looked up for the refunds of the page only. */
const listing = (name: string, condition: string) =>
  statement<PageParameters, ListedRefundRow>(
    name,
    `select f.*, o.reference, o.full_name from (
       select refund_id, order_id, amount_cents, credit_cents, reason, note, decided_by, state, is_by_hand, attempts, last_error,
         provider_refund_id, created_at, made_at, try_at, created_at::text as at
       from refunds where ${condition} and (created_at, refund_id) < (coalesce($afterAt::timestamptz, 'infinity'), $afterId::text)
       order by created_at desc, refund_id desc limit $limit
     ) f cross join lateral (select reference, full_name from orders where order_id = f.order_id offset 0) o
     order by f.created_at desc, f.refund_id desc`,
  )

export const listAllRefunds = listing('refund_screen.list_all', 'true')
export const listPendingRefunds = listing('refund_screen.list_pending', "state = 'due'")
export const listFailedRefunds = listing('refund_screen.list_failed', "state = 'failed'")
export const listMadeRefunds = listing('refund_screen.list_made', "state = 'made'")

export const LISTS: Readonly<Record<RefundState, typeof listAllRefunds>> = {
  pending: listPendingRefunds,
  failed: listFailedRefunds,
  refunded: listMadeRefunds,
}

const counting = (name: string, condition: string) =>
  statement<NoParameters, { matches: number }>(
    name,
    `select count(*)::int as matches from (select from refunds where ${condition} limit ${REFUND_COUNT_MAX + 1}) counted`,
  )

export const countAllRefunds = counting('refund_screen.count_all', 'true')
export const countPendingRefunds = counting('refund_screen.count_pending', "state = 'due'")
export const countFailedRefunds = counting('refund_screen.count_failed', "state = 'failed'")
export const countMadeRefunds = counting('refund_screen.count_made', "state = 'made'")

export const COUNTS: Readonly<Record<RefundState, typeof countAllRefunds>> = {
  pending: countPendingRefunds,
  failed: countFailedRefunds,
  refunded: countMadeRefunds,
}
