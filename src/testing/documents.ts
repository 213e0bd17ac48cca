/** Sample documents: an order of two lines by Zoë Blue. */
import type { DocumentContent } from '#server/features/messages/document-layout.ts'
import type { ReceiptContent } from '#server/features/messages/order-documents.ts'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'

/** A line of 20 VIP leads. */
export const aLine = (changes: Partial<OrderLineRow> = {}): OrderLineRow => ({
  line_number: 1,
  hold_id: null,
  package_id: '35013-vacant-vip-20',
  lead_type: 'vacant',
  tier: 'vip',
  size: 20,
  state: 'New Mexico',
  county: 'Doña Ana',
  delivery_method: 'email',
  price_cents: 29_900,
  discount_cents: 0,
  bonus_leads: 0,
  credit_cents: 0,
  offers: [],
  open_offers: [],
  outcome: 'sold',
  ...changes,
})

/** Of $1,499.00. */
export const content = (changes: Partial<DocumentContent> = {}): DocumentContent => ({
  brand: { name: 'Leadyard', subsidiary: 'Leads by county', supportEmail: 'help@example.com' },
  contact: ['100 Example Street, Austin, TX 78701', '(512) 555-0100'],
  timeZone: 'America/New_York',
  reference: 'LY-7K3M9QXD',
  soldTo: { name: 'Zoë Blue', details: ['Blue Homes LLC', 'zoe@example.com', '555-0100', '1 Main St'] },
  lines: [aLine(), aLine({ tier: 'premium', size: 100, price_cents: 120_000, delivery_method: 'sms' })],
  totalCents: 149_900,
  issuedAt: new Date('2026-11-20T15:00:00Z'),
  note: '',
  ...changes,
})

/** Paid by card. */
export const RECEIPT: Omit<ReceiptContent, keyof DocumentContent> = {
  paidAt: new Date('2026-11-20T16:30:00Z'),
  method: 'Credit Card',
  paymentId: 'pi_3PQx8JLkdIwHu7ix0Xy9Zabc',
  refundedCents: 0,
  refundState: null,
  deliverBy: new Date('2026-11-21T16:30:00Z'),
  hasReturningCredit: true,
}
