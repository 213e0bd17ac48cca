/** Asks a new customer's address to confirm itself, once. The database has only a fingerprint of the link's token. */
import type { BodyOf } from '#contract/endpoint.ts'
import type { verifyEmail as endpoint } from '#contract/messages/notifications.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { nameToGreet } from '#server/features/orders/order-words.ts'
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { fingerprint, newToken } from '#server/platform/ids.ts'
import { markAddressVerified, welcomeBuyer as welcomeBuyerStatement } from './queries.ts'
import { messageBatches } from './queue-message.ts'

/** Time to find the email among those of the order: buyers read them when the leads come, or after the weekend. */
const LINK_DAYS = 7
const LINK_FORM = /^(ord_[0-9a-z]{22})\.([A-Za-z0-9_-]{32})$/

/**
 * After a paid order was confirmed to its buyer, queues a request to confirm the address, if no paid order had it
 * before. This is not done with the payment: nothing about money waits for it, and an address that accepts no email
 * gets no second one.
 */
export async function welcomeBuyer(ctx: PlatformContext, tx: Transaction, order: Pick<OrderRow, 'order_id' | 'email'>) {
  await tx.run(welcomeBuyerStatement, { email: order.email, orderId: order.order_id, now: ctx.clock.now() })
}

/** Composes the email with the link, newly generated at each try; null once the address is verified. */
export async function composeVerification(ctx: Context, order: OrderRow & { email: string }) {
  const token = newToken()
  const expiresAt = addMilliseconds(ctx.clock.now(), days(LINK_DAYS))
  const link = { orderId: order.order_id, token: fingerprint(token), expiresAt }
  if (!(await messageBatches(ctx).addVerificationToken(link))) return null
  const { brand } = ctx.config
  return {
    to: order.email,
    subject: `Confirm your email address for ${brand.name}`,
    name: nameToGreet(order),
    paragraphs: [
      `Thank you for your first order with ${brand.name}. Please confirm that this address is yours. We send your orders and all updates here.`,
      `We process order ${order.reference} either way. The link works once and expires in ${LINK_DAYS} days.`,
    ],
    button: { text: 'Confirm this address', url: `${ctx.publicUrl}/verify-email/${order.order_id}.${token}` },
    small: ['If you did not order anything, you can ignore this email.'],
    reference: order.reference,
  }
}

/** Marks an address as verified through its emailed link, once. @throws Refusal `verification_link_invalid` */
export async function verifyEmail(ctx: PlatformContext, input: BodyOf<typeof endpoint>) {
  const [, orderId, token] = LINK_FORM.exec(input.token.trim()) ?? []
  if (!orderId || !token) throw new Refusal('verification_link_invalid')
  const values = { orderId, token: fingerprint(token), now: ctx.clock.now() }
  const [verified] = await ctx.database.run(markAddressVerified, values)
  if (!verified) throw new Refusal('verification_link_invalid')
  return { message: 'Your address is confirmed.' }
}
