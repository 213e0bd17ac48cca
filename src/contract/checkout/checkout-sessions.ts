/** Buying by program: an API key puts together what to buy, and a person pays it at the session’s address. */
import * as z from 'zod/mini'
import { PackageId } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CART_LINES_MAX } from '#contract/orders/cart.ts'
import { AttemptId, DeliveryMethod, Instant, matching, OrderId, PlainText } from '#contract/values.ts'

export const CHECKOUT_SESSION_HOURS = 24
/** How long a session can still be looked up after it was made. */
export const CHECKOUT_SESSION_DAYS = 90
/** Sessions that one address can make in an hour. */
export const CHECKOUT_SESSIONS_AN_HOUR = 60

export const CheckoutSessionId = matching(/^cks_[0-9a-z]{22}$/).brand<'CheckoutSessionId'>()
export type CheckoutSessionId = z.infer<typeof CheckoutSessionId>

export const SessionLine = z.object({ packageId: PackageId, deliveryMethod: DeliveryMethod })
export type SessionLine = z.infer<typeof SessionLine>

export const CheckoutSession = z.object({
  id: CheckoutSessionId,
  /** Where a person pays. Opening it reserves the packages for the usual time, as a cart does. */
  url: z.string(),
  status: z.enum(['open', 'paid', 'expired']),
  lines: z.array(SessionLine),
  createdAt: Instant,
  expiresAt: Instant,
  /** The order that paid it; null until then. */
  order: z.nullable(z.object({ id: OrderId, reference: z.string() })),
})
export type CheckoutSession = z.infer<typeof CheckoutSession>

export const createCheckoutSession = defineEndpoint('anyone', 'POST', '/api/checkout-sessions', {
  key: 'orders:write',
  summary: `Makes an address, good for ${CHECKOUT_SESSION_HOURS} hours, where a person pays for these packages. Nothing is charged or reserved before it is opened.`,
  body: z.object({
    lines: z
      .array(z.object({ packageId: PackageId, deliveryMethod: z._default(DeliveryMethod, 'email') }))
      .check(z.minLength(1), z.maxLength(CART_LINES_MAX)),
    /** Fills in the form of the page. */
    fullName: z.optional(PlainText(200)),
    cellPhone: z.optional(PlainText(40)),
    attemptId: z.optional(AttemptId),
  }),
  reply: CheckoutSession,
  /** `out_of_stock` has `details: { packageIds }`: those with less left than asked for. */
  refusals: ['desk_closed', 'out_of_stock', 'unknown_package', 'checkout_throttled'],
})

export const getCheckoutSession = defineEndpoint('anyone', 'GET', '/api/checkout-sessions/:checkoutSessionId', {
  key: 'orders:write',
  summary: 'Whether a session was paid, and by which order.',
  params: z.object({ checkoutSessionId: CheckoutSessionId }),
  reply: CheckoutSession,
  refusals: ['desk_closed', 'checkout_session_unknown'],
})

export const openCheckoutSession = defineEndpoint('anyone', 'POST', '/api/checkout-sessions/open', {
  summary: 'Puts the packages of a session into the cart of this browser. Opening it again adds only what is missing.',
  body: z.object({ token: PlainText(64) }),
  reply: z.object({
    email: z.string(),
    fullName: z.string(),
    cellPhone: z.string(),
    /** What sold out since: it is not in the cart. */
    missing: z.array(PackageId),
  }),
  refusals: ['checkout_session_unknown', 'checkout_session_over', 'cart_full', 'too_many_holds'],
})
