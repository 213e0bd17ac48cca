/** The SQL of lines that are short of leads. */
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import { statement } from '#server/platform/statement.ts'

export interface ShortRow {
  order_id: string
  line_number: number
  leads: number
  missing_in_all: number
  settled_leads: number
  noted_at: Date
  reference: string
  full_name: string | null
  email: string | null
  line: OrderLineRow
}

/**
 * Lines that are short of leads for which nobody made up, the oldest first, up to `limit`; what was given back is owed
 * nothing.
 */
export const listShort = statement<{ limit: number }, ShortRow>(
  'delivery.list_short',
  `select d.order_id, d.line_number, d.leads, s.leads as missing_in_all, s.settled_leads, s.noted_at, o.reference, o.full_name,
     o.email, to_jsonb(l) as line
   from lead_shortfalls s join deliveries d on d.order_id = s.order_id and d.hold_id = s.hold_id
   join orders o on o.order_id = s.order_id
   join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = d.line_number
   where s.settled_leads < s.leads and d.state <> 'cancelled' and o.state <> 'refunded'
   order by s.noted_at, s.order_id, s.hold_id limit $limit`,
)

/** What the order `orderId` lacks of the hold `holdId`, locked: one more may be missing at this moment. */
export const findShortfall = statement<{ orderId: string; holdId: string }, { leads: number; settled_leads: number }>(
  'delivery.find_shortfall',
  'select leads, settled_leads from lead_shortfalls where order_id = $orderId and hold_id = $holdId for update',
)

/** Notes that somebody made up for `settledLeads` of the leads that the order `orderId` lacks of the hold `holdId`. */
export const settleShortfall = statement<{ orderId: string; holdId: string; settledLeads: number }>(
  'delivery.settle_shortfall',
  'update lead_shortfalls set settled_leads = $settledLeads where order_id = $orderId and hold_id = $holdId',
)
