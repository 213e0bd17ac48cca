/** SQL for attention; other features' data comes from their operations. */
import { ATTENTION_COUNT_MAX } from '#contract/admin/attention.ts'
import { statement } from '#server/platform/statement.ts'

export interface PromisedRow {
  order_id: string
  reference: string
  total_cents: number
  full_name: string | null
  pay_until: Date
  waiting: number
}

/** Lists orders that wait for a Cash App check, soonest to end first, with how many there are: `limit` how many rows. */
export const listPromised = statement<{ limit: number }, PromisedRow>(
  'attention.list_promised',
  `with waiting as materialized (
     select order_id, reference, total_cents, full_name, pay_until from orders
     where state = 'awaiting_payment' and payment_method = 'cash_app' order by pay_until limit ${ATTENTION_COUNT_MAX + 1}
   )
   select w.*, (select count(*)::int from waiting) as waiting from waiting w order by w.pay_until limit $limit`,
)

export interface DisputedRow {
  dispute_id: string
  reference: string
  amount_cents: number
  reason: string
  due_by: Date | null
  waiting: number
}

/** Lists disputes that wait for evidence, soonest to end first, with how many there are: `limit` how many rows. */
export const listDisputed = statement<{ limit: number }, DisputedRow>(
  'attention.list_disputed',
  `with waiting as materialized (
     select dispute_id, order_id, amount_cents, reason, due_by from disputes
     where status in ('needs_response', 'warning_needs_response')
     order by coalesce(due_by, 'infinity') limit ${ATTENTION_COUNT_MAX + 1}
   ), first as materialized (select * from waiting order by coalesce(due_by, 'infinity') limit $limit)
   select f.dispute_id, o.reference, f.amount_cents, f.reason, f.due_by, (select count(*)::int from waiting) as waiting
   from first f join orders o on o.order_id = f.order_id order by coalesce(f.due_by, 'infinity')`,
)
