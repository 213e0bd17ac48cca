/** The SQL of lines that are short of leads. */
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import { statement } from '#server/platform/database.ts'

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

/** Lines that are short of leads for which nobody made up, the oldest first, up to $1; what was given back is owed nothing. */
export const listShort = statement<ShortRow>(
  'delivery.list_short',
  `select d.order_id, d.line_number, d.leads, s.leads as missing_in_all, s.settled_leads, s.noted_at, o.reference, o.full_name,
     o.email, to_jsonb(l) as line
   from lead_shortfalls s join deliveries d on d.order_id = s.order_id and d.hold_id = s.hold_id
   join orders o on o.order_id = s.order_id
   join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = d.line_number
   where s.settled_leads < s.leads and d.state <> 'cancelled' and o.state <> 'refunded'
   order by s.noted_at, s.order_id, s.hold_id limit $1`,
)

/** What the order $1 lacks of the hold $2, locked: one more may be missing at this moment. */
export const findShortfall = statement<{ leads: number; settled_leads: number }>(
  'delivery.find_shortfall',
  'select leads, settled_leads from lead_shortfalls where order_id = $1 and hold_id = $2 for update',
)

/** Notes that somebody made up for $3 of the leads that the order $1 lacks of the hold $2. */
export const settleShortfall = statement(
  'delivery.settle_shortfall',
  'update lead_shortfalls set settled_leads = $3 where order_id = $1 and hold_id = $2',
)
