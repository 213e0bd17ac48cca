/** An order as operations and mails read it: the row with the lines of its revision. */
import type { OrderState } from '#contract/order-states.ts'

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
  outcome: 'open' | 'sold' | 'refunded'
}

/** Columns as in tables.ts. */
export interface OrderRow {
  order_id: string
  reference: string
  token: string
  owner_id: string
  state: OrderState
  revision: number
  total_cents: number
  refunded_cents: number
  payment_method: 'stripe' | 'cash_app' | 'free' | 'manual'
  is_frozen: boolean
  full_name: string | null
  email: string | null
  created_at: Date
  paid_at: Date | null
  lines: OrderLineRow[]
}
