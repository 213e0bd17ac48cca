/** Asks a new customer to confirm the address, once. The database has only fingerprints of the link's tokens. */
import type { BodyOf } from '#contract/endpoint.ts'
import type { verifyEmail as endpoint } from '#contract/messages/notifications.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { fingerprint, newToken } from '#server/platform/ids.ts'
import { markAddressVerified } from './queries.ts'
import { messageBatches } from './queue-message.ts'

/** Time to find the email among those of the order: buyers read them when the leads come, or after the weekend. */
export const LINK_DAYS = 7
const LINK_FORM = /^(ord_[0-9a-z]{22})\.([A-Za-z0-9_-]{32})$/

/** A new token at each try, since any may arrive. Null if the address is known. Nothing about money waits for it. */
export async function askToConfirm(ctx: PlatformContext, order: { order_id: string; email: string }) {
  const token = newToken()
  const expiresAt = addMilliseconds(ctx.clock.now(), days(LINK_DAYS))
  const link = { orderId: order.order_id, email: order.email, token: fingerprint(token), expiresAt }
  return (await messageBatches(ctx).askToConfirm(link)) ? `${order.order_id}.${token}` : null
}

/** Marks an address as verified through its emailed link, once. @throws Refusal `verification_link_invalid` */
export async function verifyEmail(ctx: PlatformContext, input: BodyOf<typeof endpoint>) {
  const [, orderId, token] = LINK_FORM.exec(input.token.trim()) ?? []
  if (!orderId || !token) throw new Refusal('verification_link_invalid')
  const values = { orderId, token: fingerprint(token), now: ctx.clock.now() }
  requireRow(await ctx.database.run(markAddressVerified, values), 'verification_link_invalid')
  return { message: 'Your address is confirmed.' }
}
