/** An order as operations and emails read it: the row with the lines of its revision. */
import type { OpenOffer } from '#contract/catalogue/discount-lines.ts'
import type { OrderState } from '#contract/orders/order-states.ts'
import type { RefundState } from '#contract/payments/refund-states.ts'
import type { LineOffer } from '#server/features/catalogue/price-lines.ts'

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

export interface OrderRow {
  order_id: string
  reference: string
  token: string
  owner_id: string
  payment_request_id: string | null
  state: OrderState
  revision: number
  total_cents: number
  credit_cents: number
  refunded_cents: number
  refund_state: RefundState | null
  payment_method: 'stripe' | 'cash_app' | 'free' | 'manual'
  /** In words, such as `Visa ending in 4242`; null for any other way to pay, or if the provider did not say. */
  card: string | null
  is_frozen: boolean
  full_name: string | null
  email: string | null
  payer_id: string | null
  created_at: Date
  pay_until: Date | null
  close_reason: 'expired' | 'rejected' | null
  decision_note: string | null
  paid_at: Date | null
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
