import type { BodyOf } from '#contract/endpoint.ts'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import type { sendInvoice } from '#contract/links/payment-requests.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import type { CustomerId } from '#contract/values.ts'
import { keepMember } from '#server/features/members/accounts.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { fitLeadsToBuyer, type HeldLine, readHeldLines } from '#server/features/orders/cart.ts'
import { areLinesAsStated, checkStated } from '#server/features/orders/compare-stated.ts'
import { type Contact, readContact } from '#server/features/orders/contact.ts'
import { placeLinkOrder, requestOwnerOf } from '#server/features/orders/link-order.ts'
import { orDeny } from '#server/features/orders/offers-left.ts'
import { linesCost } from '#server/features/orders/price-anew.ts'
import { findOpenCardOrder } from '#server/features/orders/promise-order.ts'
import { mayTellHistory } from '#server/features/orders/tell-history.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { keepHoldsUntil } from '#server/features/stock/move-hold.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, hours, minutes } from '#server/platform/clock.ts'
import { type Member, type OwnerId, type PlatformContext, requireMember } from '#server/platform/context.ts'
import { areAttemptsLeft, countAttempts, type Limit } from '#server/platform/count-attempts.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { invariant, LostRace, Refusal, unlessLost } from '#server/platform/errors.ts'
import { newId, newToken } from '#server/platform/ids.ts'
import { findByAttempt, findLatestOfRep, insertRequest, linesAsSent, type RequestRow } from './queries.ts'
import { tellRequestListeners } from './request-events.ts'
import { holdUntil, linkMessageId, remindAt } from './rules.ts'
import { ensureCustomer } from './save-customer.ts'
import { findRequest, showRequest } from './show-request.ts'

/** Emails with a link from one rep to one address within an hour: enough for a customer who changes their mind. */
const MAILS_OF_REP_MAX = 5
/** The same from all reps together. */
const MAILS_TO_CUSTOMER_MAX = 10
const WINDOW_MS = hours(1)

type LinkMail = { repId: string; customerEmail: string }

function limitsOf({ repId, customerEmail }: LinkMail): Limit[] {
  const to = customerEmail.toLowerCase()
  return [
    { kind: 'link-mail-of', parts: [repId, to], max: MAILS_OF_REP_MAX, windowMs: WINDOW_MS },
    { kind: 'link-mail-to', parts: [to], max: MAILS_TO_CUSTOMER_MAX, windowMs: WINDOW_MS },
  ]
}

const overMailed = () => new Refusal('rate_limited.link_mails')

/** Checks before any change whether one more email may go out. @throws Refusal `rate_limited` */
export async function requireLinkMail(ctx: PlatformContext, mail: LinkMail): Promise<void> {
  if (!(await areAttemptsLeft(ctx, limitsOf(mail)))) throw overMailed()
}

/** Counts a link’s email, no reminder, as the last step of its transaction. @throws Refusal `rate_limited` */
export async function countLinkMail(ctx: PlatformContext, tx: Transaction, mail: LinkMail): Promise<void> {
  if (!(await countAttempts(ctx, limitsOf(mail), tx))) throw overMailed()
}

/** See `placeLinkOrder` for what goes into the order. */
interface NewRequest extends Omit<Parameters<typeof placeLinkOrder>[2], 'until'> {
  customerId: CustomerId
  specialOffers: string
  attemptId: string | null
  isReminderOn: boolean
  replacesId: string | null
}

const linkEnd = (ctx: PlatformContext, sentAt: Date): Date => addMilliseconds(sentAt, hours(ctx.config.linkHours))
/** Until when the units of a link that is sent now are held. */
export const linkHoldEnd = (ctx: PlatformContext): Date => holdUntil(linkEnd(ctx, ctx.clock.now()))

/** Writes a request with its order and email in the transaction that holds the units. @throws Refusal `rate_limited` */
export async function writeRequest(ctx: PlatformContext, tx: Transaction, request: NewRequest): Promise<void> {
  const { paymentRequestId, contact, repId, isReminderOn } = request
  const now = ctx.clock.now()
  const expiresAt = linkEnd(ctx, now)
  const { orderId, totalCents } = await placeLinkOrder(ctx, tx, { ...request, until: expiresAt })
  await tx.run(insertRequest, {
    ...request,
    token: newToken(),
    orderId,
    customerName: contact.fullName,
    customerEmail: contact.email,
    totalCents,
    now,
    expiresAt,
    remindAt: isReminderOn ? remindAt(now, expiresAt, ctx.config.timeZone) : null,
  })
  const messageId = linkMessageId(paymentRequestId, 1)
  await queueMessage(ctx, tx, { messageId, kind: 'payment_request', subjectId: paymentRequestId })
  await tellRequestListeners(ctx, tx, { paymentRequestId, orderId, closeReason: null })
  await countLinkMail(ctx, tx, { repId, customerEmail: contact.email })
}

type Body = BodyOf<typeof sendInvoice>

/** Tries if another tab of the rep changes the cart in between; each starts with the current cart. */
const ROUNDS_MAX = 4
/** If a send got no reply and has no attempt id, the same content within this time counts as the same send. */
const SAME_SEND_MS = minutes(10)

/** Null if the call has no attempt id, or it created none yet. */
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

/** Closes a card payment that the rep opened for this cart. @throws Refusal `payment_pending` while it is being made */
async function closeOwnCheckout(ctx: WebContext, ownerId: OwnerId): Promise<'closed' | 'paid'> {
  const orderId = await findOpenCardOrder(ctx, ownerId)
  const closing = orderId && (await closeOrder(ctx, orderId))
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
 * request. @see docs/decisions/0020-payment-requests-follow-their-orders.md
 * @throws Refusal see the contract; nothing is written then
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
