/** SQL for what members earn. Commission is rounded when a sale is recorded. */
import { statement } from '#server/platform/statement.ts'

export interface PayRow {
  order_reference: string
  customer_name: string | null
  day: string
  lead_type: string
  tier: string
  size: number
  refund_id: string
  commission_bps: number
  commission_cents: number
  packages: number
}

/** Lists the first `limit` commissions of a member between two days, inclusive, oldest first. */
export const listPay = statement<{ repId: string; startDate: string; endDate: string; limit: number }, PayRow>(
  'sales_ledger.list_pay',
  `select o.reference as order_reference, o.full_name as customer_name, e.day::text, e.lead_type, e.tier, e.size, e.refund_id,
     o.commission_bps, e.commission_cents, e.packages
   from sale_entries e join orders o on o.order_id = e.order_id
   where e.rep_id = $repId and e.rep_id <> '' and e.day between $startDate::date and $endDate::date
   order by e.day, e.at, e.order_id, e.line_number limit $limit`,
)

/** What a member earned on one day. PostgreSQL's bigint arrives as text. */
export interface EarnedDay {
  day: string
  orders: number
  paid_cents: string
  refunded_cents: string
  commission_cents: string
}

/** Lists a member's days with sales or refunds between two days, inclusive, newest first. */
export const listEarnings = statement<{ repId: string; startDate: string; endDate: string }, EarnedDay>(
  'sales_ledger.list_earnings',
  `select day::text, (count(distinct order_id) filter (where refund_id = ''))::int as orders,
     coalesce(sum(amount_cents) filter (where refund_id = ''), 0)::text as paid_cents,
     coalesce(-sum(amount_cents) filter (where refund_id <> ''), 0)::text as refunded_cents,
     coalesce(sum(commission_cents), 0)::text as commission_cents
   from sale_entries where rep_id = $repId and rep_id <> '' and day between $startDate::date and $endDate::date
   group by day order by day desc`,
)
