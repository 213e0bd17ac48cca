/** Opening a payment for the cart (docs/product.md#paying). */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AttemptId, EmailAddress, OptionalEmail, OrderId, PaymentId, PlainText as Text } from '#contract/values.ts'

export const ContactInfo = z.object({
  fullName: Text(200),
  email: OptionalEmail,
  businessName: z.nullish(Text(200)),
  cellPhone: z.nullish(Text(40)),
  address: z.nullish(Text(500)),
})
export type ContactInfo = z.infer<typeof ContactInfo>

/** What the browser thinks a line is: compared, never trusted. Loose, because a page sends lines as it stores them. */
export const StatedLine = z.looseObject({
  tier: Text(40),
  size: z.union([z.number(), Text(10)]),
  price: z.union([z.number(), Text(20)]),
  leadType: Text(60),
  state: Text(100),
  county: Text(100),
  deliveryMethod: z.optional(Text(20)),
})
export type StatedLine = z.infer<typeof StatedLine>

export const STATED_LINES_MAX = 200

export const createPaymentIntent = defineEndpoint('anyone', 'POST', '/api/create-payment-intent', {
  summary: 'Makes or updates the order of the caller’s cart and answers with the payment’s secret.',
  body: z.object({
    /** Dollars the buyer saw; compared with the server’s total before store credit. */
    amount: z.number(),
    /** Store credit that the buyer saw, and its address; compared too. Absent: none is used. */
    credit: z.optional(z.object({ email: EmailAddress, amount: z.number() })),
    contactInfo: z.optional(z.partial(ContactInfo)),
    cartItems: z.optional(z.array(StatedLine).check(z.maxLength(STATED_LINES_MAX))),
    paymentType: z.optional(z.enum(['order', 'payment-request'])),
    token: z.nullish(Text(128)),
    attemptId: z.optional(AttemptId),
  }),
  reply: z.object({
    /** Null if there is nothing to pay: such an order needs no payment, and `POST /api/orders` completes it. */
    clientSecret: z.nullable(z.string()),
    paymentId: z.nullable(PaymentId),
    orderId: OrderId,
    reference: z.string(),
    amount: z.number(),
    credit: z.number(),
  }),
  /**
   * `contact_required`: an offer in the cart is limited per customer. `amount_changed` has `details: { total }`,
   * dollars as text; `too_few_unseen` `{ holdIds }`; `credit_changed` `{ credit }`.
   */
  refusals: [
    'cart_empty',
    'contact_required',
    'payment_throttled',
    'too_few_unseen',
    'amount_changed',
    'credit_locked',
    'credit_changed',
    'total_too_high',
    'payments_unavailable',
    'provider_unavailable',
    'payment_request_not_found',
    'payment_request_expired',
    'payment_request_paid',
    'payment_pending',
  ],
})

export const receiveStripeWebhook = defineEndpoint('provider', 'POST', '/api/webhooks/stripe', {
  summary: 'Takes a signed event once, stores it and answers 202; a job does the rest.',
  reply: z.object({ received: z.boolean() }),
  refusals: ['payments_unavailable'],
})
