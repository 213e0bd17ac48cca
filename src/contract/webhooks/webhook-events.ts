/** What each event of a webhook says (docs/webhooks.md). Flat, because tools without code map fields one by one. */
import * as z from 'zod/mini'
import { LeadType, PackageId, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { ClaimReason, LeadId } from '#contract/claims/claims.ts'
import type { Schema } from '#contract/endpoint.ts'
import { PaymentMethod } from '#contract/orders/orders.ts'
import { Instant, OrderId, PaymentRequestId, UserId } from '#contract/values.ts'
import { LeadData } from './lead-data.ts'
import type { SENT_EVENT_TYPES } from './webhooks.ts'

const OfOrder = { order_id: OrderId, order_reference: z.string() }

export const PaymentRequestData = z.object({
  payment_request_id: PaymentRequestId,
  ...OfOrder,
  rep_id: UserId,
  total_cents: z.int(),
  created_at: Instant,
  expires_at: Instant,
  paid_at: z.nullable(Instant),
  /** Why it was canceled. */
  reason: z.nullable(z.enum(['voided', 'replaced', 'declined'])),
  replaces_payment_request_id: z.nullable(PaymentRequestId),
})

export const EVENT_DATA: Readonly<Record<(typeof SENT_EVENT_TYPES)[number], Schema>> = {
  'delivery.ready': z.object({ ...OfOrder, delivery_id: z.string(), available_until: Instant }),
  'lead.delivered': z.omit(LeadData, { updated_at: true, replaces_lead_id: true }),
  'claim.answered': z.object({
    ...OfOrder,
    lead_id: LeadId,
    reason: ClaimReason,
    state: z.enum(['granted', 'denied']),
    credit_cents: z.int(),
    replacement_lead_id: z.nullable(LeadId),
    answer: z.nullable(z.string()),
  }),
  'order.refunded': z.object({ ...OfOrder, refunded_total_cents: z.int() }),
  'order.paid': z.object({
    ...OfOrder,
    payment_request_id: z.nullable(PaymentRequestId),
    total_cents: z.int(),
    refunded_total_cents: z.int(),
    payment_method: PaymentMethod,
    paid_at: Instant,
  }),
  'payment_request.created': PaymentRequestData,
  'payment_request.paid': PaymentRequestData,
  'payment_request.expired': PaymentRequestData,
  'payment_request.cancelled': PaymentRequestData,
  'stock.low': z.object({
    package_id: PackageId,
    fips: z.string(),
    lead_type: LeadType,
    tier: Tier,
    size: Size,
    units_left: z.int(),
  }),
  'webhook.test': z.object({}),
}
