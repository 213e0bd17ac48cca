/** An order as operations and emails read it: the row with the lines of its revision. */
import type { OpenOffer } from '#contract/catalogue/discount-lines.ts'
import type { LineOffer } from '#server/features/catalogue/price-lines.ts'
import type { RowNamed } from '#server/platform/database/statement.ts'

export interface OrderLineRow {
  line_number: number
  hold_id: string | null
  package_id: string
  lead_type: string
  tier: string
  size: number
  state: string
  county: string
  delivery_method: 'email' | 'sms'
  price_cents: number
  discount_cents: number
  bonus_leads: number
  credit_cents: number
  offers: LineOffer[]
  open_offers: OpenOffer[]
  outcome: 'open' | 'sold' | 'refunded'
}

/** `card` is in words, such as `Visa ending in 4242`; null for any other way to pay, or if the provider did not say. */
export interface OrderRow extends Omit<RowNamed<'orders.find'>, 'lines'> {
  lines: OrderLineRow[]
}

/** Returns the columns of an `OrderRow`, from `orders o`, with the lines of a revision that is given as SQL. */
export const orderWithLines = (
  revision: string,
) => `o.order_id, o.reference, o.token, o.owner_id, o.payment_request_id, o.state, o.revision, o.total_cents,
  o.credit_cents, o.refunded_cents, o.refund_state, o.payment_method, o.card, o.is_frozen, o.full_name, o.email, o.payer_id, o.created_at, o.pay_until, o.close_reason,
  o.decision_note, o.paid_at,
  coalesce((select jsonb_agg(to_jsonb(l) order by l.line_number) from order_lines l
            where l.order_id = o.order_id and l.revision = ${revision}), '[]') as lines`
