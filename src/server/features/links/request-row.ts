/**
 * A payment request as operations read it: its row with order, lines, rep, payment and email; and its contents in the
 * form that is needed to create it again.
 */

import type { LeadType, PackageId, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { REQUESTS_PAGE_MAX } from '#contract/links/payment-requests.ts'
import { toCents } from '#contract/money.ts'
import type { OrderState } from '#contract/orders/order-states.ts'
import type { Contact } from '#server/features/orders/contact.ts'
import type { OrderLineRow, OrderRow } from '#server/features/orders/order-row.ts'
import type { OrderedLine } from '#server/features/orders/place-order.ts'

/** Columns as in tables.ts; comments mark those from other tables. */
export interface RequestRow {
  payment_request_id: string
  token: string
  order_id: string
  rep_id: string
  customer_id: string
  status: 'sent' | 'paid' | 'processed' | 'expired'
  customer_name: string
  /** For sorting lists: lowercase as the database does it, which may differ from the runtime. */
  customer_key: string
  customer_email: string
  total_cents: number
  refunded_cents: number
  special_offers: string
  created_at: Date
  expires_at: Date
  paid_at: Date | null
  closed_at: Date | null
  close_reason: 'time' | 'replaced' | 'voided' | 'declined' | null
  replaces_id: string | null
  opened_at: Date | null
  cash_app_chosen_at: Date | null
  remind_at: Date | null
  reminded_at: Date | null
  mailings: number
  mark_reference: string | null
  rep_name: string | null
  rep_phone: string | null
  closed_by_name: string | null
  marked_by_name: string | null
  /** From the order. */
  reference: string
  order_token: string
  terms_version: string | null
  payer_id: string | null
  order_state: OrderState
  refund_state: OrderRow['refund_state']
  revision: number
  commission_bps: number
  payment_method: OrderRow['payment_method']
  business_name: string | null
  cell_phone: string | null
  address: string | null
  lines: OrderLineRow[]
  /** From the payment, once it succeeded. */
  payment_id: string | null
  /** From the latest email with the link; null until the message is found. */
  mail_state: 'waiting' | 'sent' | 'failed' | null
  mail_error: string | null
  /** The latest decline of the customer's card, and how many there were. */
  declined_reason: string | null
  declines: number
  /** When the customer asked for a new link. */
  new_link_asked_at: Date | null
}

/** More rows than any page has. Given as a number, because without a limit the planner expects a tenth of the table. */
const PAGE_ROWS_MAX = REQUESTS_PAGE_MAX + 1

/**
 * Selects the requests that `page` names, with their data from other tables, looked up row by row.
 *
 * @param page a query that returns a few rows of payment_requests, in order
 * @param order the order of the rows, which a join does not keep
 */
export const withDetails = (page: string, order: string) => `with page as materialized (
     select * from (${page}) found limit ${PAGE_ROWS_MAX}
   )
   select r.payment_request_id, r.token, r.order_id, r.rep_id, r.customer_id, r.status, r.customer_name, lower(r.customer_name) as customer_key, r.customer_email,
     r.total_cents, r.refunded_cents, r.special_offers, r.created_at, r.expires_at, r.paid_at, r.closed_at, r.close_reason,
     r.replaces_id, r.opened_at, r.cash_app_chosen_at, r.remind_at, r.reminded_at, r.mailings, r.mark_reference,
     rep.username as rep_name, rep.phone as rep_phone, closer.username as closed_by_name, marker.username as marked_by_name,
     o.reference, o.token as order_token, o.terms_version, o.payer_id, o.state as order_state, o.refund_state, o.revision, o.commission_bps, o.payment_method,
     o.business_name, o.cell_phone, o.address,
     coalesce((select jsonb_agg(to_jsonb(l) order by l.line_number) from order_lines l
               where l.order_id = o.order_id and l.revision = o.revision), '[]') as lines,
     case when p.state = 'succeeded' then p.payment_id end as payment_id,
     m.state as mail_state, m.last_error as mail_error,
     (select d.reason from payment_declines d where d.payment_id = p.payment_id order by d.declined_at desc limit 1) as declined_reason,
     (select count(*) from payment_declines d where d.payment_id = p.payment_id)::int as declines,
     (select n.created_at from messages n where n.message_id = 'new_link_asked.' || r.payment_request_id) as new_link_asked_at
   from page r
   join orders o on o.order_id = r.order_id
   left join payments p on p.order_id = r.order_id
   left join users rep on rep.user_id = r.rep_id
   left join users closer on closer.user_id = r.closed_by
   left join users marker on marker.user_id = r.marked_paid_by
   left join messages m on m.message_id = 'payment_request.' || r.payment_request_id || '.' || r.mailings
   order by ${order}`

/** A line whose unit is not held yet. */
export type LineToHold = Omit<OrderedLine, 'holdId'>

/** Returns the lines with the prices and offers they were sent with. */
export const linesAsSent = (row: Pick<RequestRow, 'lines'>): LineToHold[] =>
  row.lines.map((line) => ({
    packageId: line.package_id as PackageId,
    leadType: line.lead_type as LeadType,
    tier: line.tier as Tier,
    size: line.size as Size,
    state: line.state,
    county: line.county,
    deliveryMethod: line.delivery_method,
    priceCents: toCents(line.price_cents),
    discountCents: toCents(line.discount_cents),
    bonusLeads: line.bonus_leads,
    offers: line.offers,
    openOffers: line.open_offers,
  }))

export const contactOf = (row: RequestRow): Contact => ({
  fullName: row.customer_name,
  email: row.customer_email,
  businessName: row.business_name,
  cellPhone: row.cell_phone,
  address: row.address,
})
