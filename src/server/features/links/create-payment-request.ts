import type { BodyOf } from '#contract/endpoint.ts'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import type { sendInvoice } from '#contract/links/payment-requests.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import { keepMember } from '#server/features/members/accounts.ts'
import { fitLeadsToBuyer, type HeldLine, readHeldLines } from '#server/features/orders/cart.ts'
import { areLinesAsStated, checkStated } from '#server/features/orders/compare-stated.ts'
import { type Contact, readContact } from '#server/features/orders/contact.ts'
import { requestOwnerOf } from '#server/features/orders/link-order.ts'
import { orDeny } from '#server/features/orders/offers-left.ts'
import { linesCost } from '#server/features/orders/price-anew.ts'
import { findOpenCardOrder } from '#server/features/orders/promise-order.ts'
import { mayTellHistory } from '#server/features/orders/tell-history.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { keepHoldsUntil } from '#server/features/stock/move-hold.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { minutes } from '#server/platform/clock.ts'
import type { OwnerId } from '#server/platform/context.ts'
import { type Member, requireMember } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation } from '#server/platform/database.ts'
import { invariant, LostRace, Refusal, unlessLost } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { findByAttempt, findLatestOfRep, linesAsSent, type RequestRow } from './queries.ts'
import { ensureCustomer } from './save-customer.ts'
import { findRequest, showRequest } from './show-request.ts'
import { linkHoldEnd, writeRequest } from './write-request.ts'

type Body = BodyOf<typeof sendInvoice>

/** Tries if another tab of the rep changes the cart in between; each starts with the current cart. */
const ROUNDS_MAX = 4

/** If a send got no reply and has no attempt id, the same content within this time counts as the same send. */
const SAME_SEND_MS = minutes(10)

/** Finds the request that an attempt created; null if the call has no attempt id, or it created none yet. */
async function findAttempt(ctx: WebContext, member: Member, body: Body): Promise<RequestRow | null> {
  const [row] = body.attemptId
    ? await ctx.database.run(findByAttempt, { repId: member.userId, attemptId: body.attemptId })
    : []
  return row ?? null
}

/** Finds the request that an earlier call with the same content created, if the cart is empty because of it. */
async function findSameSend(ctx: WebContext, member: Member, body: Body, contact: Contact): Promise<RequestRow | null> {
  const [latest] = await ctx.database.run(findLatestOfRep, { repId: member.userId })
  if (!latest || !body.cartItems?.length) return null
  const isRecent = ctx.clock.now().getTime() - latest.created_at.getTime() < SAME_SEND_MS
  const isSameCustomer =
    latest.customer_email.toLowerCase() === contact.email.toLowerCase() && latest.customer_name === contact.fullName
  return isRecent && isSameCustomer && areLinesAsStated(body.cartItems, linesAsSent(latest)) ? latest : null
}

/**
 * Closes a card payment that the rep may have opened for this cart, so it cannot take the units of the request.
 *
 * @throws Refusal `payment_pending` if it is being made right now
 */
async function closeOwnCheckout(ctx: WebContext, ownerId: OwnerId): Promise<'closed' | 'paid'> {
  const orderId = await findOpenCardOrder(ctx, ownerId)
  if (!orderId) return 'closed'
  const closing = await closeOrder(ctx, orderId)
  if (closing === 'being_paid') throw new Refusal('payment_pending')
  return closing === 'paid' ? 'paid' : 'closed'
}

/** @returns the request's id; null if the cart has changed and everything must be read again */
async function write(
  ctx: WebContext,
  input: { member: Member; ownerId: OwnerId; body: Body; contact: Contact; lines: readonly HeldLine[] },
): Promise<string | null> {
  const { member, ownerId, body, contact, lines } = input
  try {
    return await unlessLost(() =>
      inTransaction(ctx, async (tx) => {
        await keepMember(tx, member.userId)
        const customerId = await ensureCustomer(ctx, tx, { repId: member.userId, contact })
        const paymentRequestId = newId('prq', ctx.clock)
        const holds = { holdIds: lines.map((line) => line.holdId), from: ownerId, to: requestOwnerOf(paymentRequestId) }
        if (!(await keepHoldsUntil(ctx, tx, { ...holds, until: linkHoldEnd(ctx) }))) throw new LostRace()
        await writeRequest(ctx, tx, {
          paymentRequestId,
          lines,
          contact,
          customerId,
          repId: member.userId,
          commissionBps: member.commissionBps,
          specialOffers: body.specialOffers?.trim() ?? '',
          attemptId: body.attemptId ?? null,
          isReminderOn: body.isReminderOn ?? true,
          replacesId: null,
          mayTell: (email, executor) => mayTellHistory(ctx, email, executor),
        })
        return paymentRequestId
      }),
    )
  } catch (error) {
    const twin = isUniqueViolation(error) ? await findAttempt(ctx, member, body) : null
    if (!twin) throw error
    return twin.payment_request_id
  }
}

/**
 * Turns a member's cart into a payment request: its order, its units for as long as the link lasts, the customer, and
 * the email with the link, all or nothing. The same attempt, or the same content within minutes, finds the existing
 * request.
 *
 * @throws Refusal see the contract; nothing is written then
 * @see docs/decisions/0020-payment-requests-follow-their-orders.md
 */
export async function createPaymentRequest(ctx: WebContext, body: Body): Promise<PaymentRequest> {
  const member = requireMember(ctx)
  const contact = readContact(body.contactInfo)
  if (!contact) throw new Refusal('missing_information')
  const known = await findAttempt(ctx, member, body)
  if (known) return showRequest(ctx, known)
  const { ownerId } = ctx
  invariant(ownerId, 'a signed-in member has a cart')
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const lines = await readHeldLines(ctx, ownerId, contact.email)
    if (lines.length === 0) {
      // The same attempt may have emptied it since the first look.
      const same = (await findAttempt(ctx, member, body)) ?? (await findSameSend(ctx, member, body, contact))
      if (same) return showRequest(ctx, same)
      throw new Refusal(body.cartItems?.length ? 'cart_empty' : 'missing_information')
    }
    const total = linesCost(lines)
    checkStated({ amount: body.total ?? dollarTextFromCents(total), cartItems: body.cartItems }, lines)
    if (total === 0) throw new Refusal('nothing_to_pay')
    await fitLeadsToBuyer(ctx, lines, contact.email)
    if ((await closeOwnCheckout(ctx, ownerId)) === 'paid') continue
    const cart = { ownerId, email: contact.email }
    const id = await orDeny(ctx, cart, () => write(ctx, { member, ownerId, body, contact, lines }))
    const row = id && (await findRequest(ctx, id))
    if (row) return showRequest(ctx, row)
  }
  throw new Refusal('cart_empty')
}
