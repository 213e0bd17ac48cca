import type { OrderLineRow } from '#server/features/orders/order-row.ts'

/** What every document about an order says. Amounts are cents. */
export interface DocumentContent {
  brand: { name: string; subsidiary: string; supportEmail: string }
  /** In which moments are told. */
  timeZone: string
  /** `LY-XXXXXXXX`. */
  reference: string
  /** The details stand below the name, each on a line of its own: business, email, phone, address. */
  soldTo: { name: string; details: readonly string[] }
  lines: readonly OrderLineRow[]
  totalCents: number
  issuedAt: Date
  /** What the rep wrote for the customer; empty when nothing. */
  note: string
}
