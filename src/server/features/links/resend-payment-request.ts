import { fipsOf } from '#contract/catalogue/catalogue.ts'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import type { HoldId, OrderId, PaymentRequestId } from '#contract/values.ts'
import { bonusOf, customerKeyOf, priceLines } from '#server/features/catalogue/price-lines.ts'
import { type Denial, denyOffers, OffersDenied, readPast } from '#server/features/catalogue/reserve-uses.ts'
import { readPackagePrices } from '#server/features/catalogue/standing-prices.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { amountChanged, checkStated } from '#server/features/orders/compare-stated.ts'
import { requestOwnerOf } from '#server/features/orders/link-order.ts'
import { holderOf } from '#server/features/orders/promise-order.ts'
import { mayTellHistory } from '#server/features/orders/tell-history.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { replaceHolds } from '#server/features/stock/move-hold.ts'
import { takeFreshHolds } from '#server/features/stock/place-hold.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { type OwnerId, requireMember } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { releaseUnits } from './close-payment-request.ts'
import { countLinkMail, linkHoldEnd, requireLinkMail, writeRequest } from './create-payment-request.ts'
import type { LineToHold, RequestRow } from './queries.ts'
import * as queries from './queries.ts'
import { tellRequestListeners } from './request-events.ts'
import { linkMessageId, newLinkMessageId, remindAt } from './rules.ts'
import { findByLink, findOwn, findRequest, showChanged, showRequest, statusAt } from './show-request.ts'

/**
 * Lets the customer of an ended link ask for a new one. The rep gets one email, however often the button is pressed,
 * and sees it on the request. A link asks once in its life, so the calls need no limit of their own.
 * @returns false for a link that can still be paid, or was paid @throws Refusal `payment_request_not_found`
 */
export async function askForNewLink(ctx: WebContext, token: string): Promise<{ isAsked: boolean }> {
  const row = await findByLink(ctx, token)
  if (statusAt(row, ctx.clock.now()).status !== 'expired') return { isAsked: false }
  if (row.new_link_asked_at !== null) return { isAsked: true }
  const { payment_request_id: subjectId } = row
  await inTransaction(ctx, async (tx) => {
    await queueMessage(ctx, tx, { messageId: newLinkMessageId(subjectId), kind: 'new_link_asked', subjectId })
    await tx.run(queries.announceToRep, { repId: row.rep_id })
  })
  return { isAsked: true }
}

/** Returns a request's lines at today's prices and discounts; the leads promised to each stay. */
async function linesToday(ctx: WebContext, row: RequestRow): Promise<LineToHold[]> {
  const sent = queries.linesAsSent(row)
  const packageIds = sent.map(({ packageId }) => packageId)
  const today = await readPackagePrices(ctx, packageIds)
  const lines = sent.map((line, index) => ({
    ...line,
    lineId: String(index),
    priceCents: today.get(line.packageId) ?? line.priceCents,
    promised: bonusOf(line.offers).offers,
  }))
  const past = await readPast(ctx, requestOwnerOf(row.payment_request_id))
  const terms = await priceLines(ctx, { lines, past, customerKey: customerKeyOf(ctx, row.customer_email) })
  return lines.map(({ lineId, promised: _, ...line }) => ({ ...line, ...terms.get(lineId) }))
}

/** An offer of the lines has no use left. The rep sees today's total without it, and the next try leaves it out. */
async function refuseDenied(ctx: WebContext, row: RequestRow, denials: readonly Denial[]): Promise<never> {
  await denyOffers(ctx, requestOwnerOf(row.payment_request_id), denials)
  throw amountChanged(await linesToday(ctx, row))
}

/** Finds the request that finally replaced this one, through any number of replacements; null if none did. */
async function showReplacement(ctx: WebContext, row: RequestRow): Promise<PaymentRequest | null> {
  const [replacement] = await ctx.database.run(queries.findReplacement, { replacesId: row.payment_request_id })
  const [found] = replacement ? await ctx.database.run(queries.findByToken, { token: replacement.token }) : []
  return found ? showRequest(ctx, found) : null
}

/**
 * Holds the units of a new request, and returns what is left of the old one. A live request keeps its holds: some leads
 * may be too old for a fresh hold by now, and its link must not end because of that.
 * @param input.buyerKey null if the sender may not learn what the customer bought: opening the link replaces those
 * leads
 * @returns the holds in the order of the lines, and the counties whose stock changed
 * @throws Refusal `payment_request_out_of_stock`
 */
async function holdAnew(
  ctx: WebContext,
  tx: Transaction,
  input: { row: RequestRow; lines: readonly LineToHold[]; ownerId: OwnerId; isLive: boolean; buyerKey: string | null },
): Promise<{ holdIds: HoldId[]; counties: ReadonlySet<string> }> {
  const { row, lines, ownerId, isLive, buyerKey } = input
  const before = row.lines.map((line) => (line.hold_id ?? '') as HoldId)
  const from = [holderOf(row.order_id), requestOwnerOf(row.payment_request_id)]
  const until = linkHoldEnd(ctx)
  const kept = isLive
    ? await replaceHolds(ctx, tx, { holdIds: before, from, to: ownerId, until })
    : new Map<string, HoldId>()
  const counties = await releaseUnits(ctx, tx, row)
  const holdIds = before.map((holdId) => kept.get(holdId) ?? null)
  const open = lines.filter((_, index) => holdIds[index] === null)
  const fresh = await takeFreshHolds(ctx, tx, {
    packageIds: open.map((line) => line.packageId),
    bonuses: open.map((line) => bonusOf(line.offers)),
    ownerId,
    until,
    ...(buyerKey === null ? {} : { buyerKey }),
  })
  const all = holdIds.map((holdId) => holdId ?? fresh.shift() ?? null).filter((holdId) => holdId !== null)
  if (all.length < lines.length) throw new Refusal('payment_request_out_of_stock')
  return { holdIds: all, counties }
}

/** Finds and locks the new owner: the rep with the commission it was sent with, or a removed rep's successor. */
async function keepRep(tx: Transaction, row: RequestRow) {
  const keep = () => tx.run(queries.keepSuccessor, { paymentRequestId: row.payment_request_id })
  // The second look finds the successor of a rep who was removed while the first one waited.
  const [kept = (await keep())[0]] = await keep()
  if (!kept) throw new Refusal('invoice_not_found')
  const commissionBps = kept.rep_id === row.rep_id ? row.commission_bps : kept.commission_bps
  return { customerId: kept.customer_id, repId: kept.rep_id, commissionBps }
}

async function replace(ctx: WebContext, row: RequestRow, lines: readonly LineToHold[], isLive: boolean, by: string) {
  const paymentRequestId = newId('prq', ctx.clock)
  const mayTell = await mayTellHistory(ctx, row.customer_email)
  const buyerKey = mayTell ? customerKeyOf(ctx, row.customer_email) : null
  const { payment_request_id: replacesId, order_id: orderId } = row
  const counties = await inTransaction(ctx, async (tx) => {
    const rep = await keepRep(tx, row)
    const closing = { paymentRequestId: replacesId, closeReason: 'replaced', closedBy: by } as const
    const [closed] = await tx.run(queries.closeRequest, { ...closing, now: ctx.clock.now() })
    if (closed) await tellRequestListeners(ctx, tx, { ...closing, orderId })
    else await tx.run(queries.recordReplaced, closing)
    const held = await holdAnew(ctx, tx, { row, lines, ownerId: requestOwnerOf(paymentRequestId), isLive, buyerKey })
    await writeRequest(ctx, tx, {
      paymentRequestId,
      lines: lines.map((line, index) => ({ ...line, holdId: held.holdIds[index] as HoldId })),
      contact: queries.contactOf(row),
      ...rep,
      specialOffers: row.special_offers,
      attemptId: null,
      isReminderOn: row.remind_at !== null,
      replacesId,
      // A live request keeps its price, even if someone else took the offer's use since its order gave it back.
      reserving: isLive ? 'if_left' : 'required',
      mayTell: async () => mayTell,
    })
    return held.counties
  })
  announceStockChange(ctx, [...counties, ...lines.map((line) => fipsOf(line.packageId))])
  return paymentRequestId
}

/**
 * Replaces a request with a new one: a new link, another 24 hours and an email. The old link says that it was replaced.
 * A live request keeps its prices. An expired one gets today's units and prices, and the rep must agree to a different
 * total. If called twice, the second call finds the replacement.
 * @throws Refusal see the contract; nothing is replaced then
 */
export async function resendPaymentRequest(
  ctx: WebContext,
  id: PaymentRequestId,
  body: { total?: number | string | undefined },
): Promise<PaymentRequest> {
  const member = requireMember(ctx)
  const row = await findOwn(ctx, id)
  if (row.status === 'paid' || row.status === 'processed') throw new Refusal('payment_request_paid')
  const replaced = await showReplacement(ctx, row)
  if (replaced) return replaced

  const isLive = statusAt(row, ctx.clock.now()).status === 'sent'
  const sentTotal = dollarTextFromCents(toCents(row.total_cents))
  const lines = isLive ? queries.linesAsSent(row) : await linesToday(ctx, row)
  checkStated({ amount: isLive ? sentTotal : (body.total ?? sentTotal) }, lines)
  // Checked before the old link is closed, so a refusal leaves it as it is.
  await requireLinkMail(ctx, { repId: row.rep_id, customerEmail: row.customer_email })
  if (row.status === 'sent') {
    const closing = await closeOrder(ctx, row.order_id as OrderId)
    if (closing === 'paid') throw new Refusal('payment_request_paid')
    if (closing === 'being_paid') throw new Refusal('payment_request_being_paid')
  }
  try {
    const made = await findRequest(ctx, await replace(ctx, row, lines, isLive, member.userId))
    invariant(made, 'a request that was written is there')
    return showRequest(ctx, made)
  } catch (error) {
    if (error instanceof OffersDenied) return refuseDenied(ctx, row, error.denials)
    // Someone clicked at the same moment.
    const twin = isUniqueViolation(error) ? await showReplacement(ctx, row) : null
    if (twin) return twin
    throw error
  }
}

function requireLive(ctx: WebContext, row: RequestRow): void {
  const { status } = statusAt(row, ctx.clock.now())
  if (status === 'expired') throw new Refusal('payment_request_expired')
  if (status !== 'sent') throw new Refusal('payment_request_paid')
}

/** Queues another email with the link of a request. @returns its id; null if the request has ended */
async function writeMailing(ctx: WebContext, tx: Transaction, row: RequestRow): Promise<string | null> {
  const id = row.payment_request_id
  const [counted] = await tx.run(queries.countMailing, { paymentRequestId: id })
  if (!counted) return null
  const messageId = linkMessageId(id, counted.mailings)
  await queueMessage(ctx, tx, { messageId, kind: 'payment_request', subjectId: id })
  await countLinkMail(ctx, tx, { repId: row.rep_id, customerEmail: row.customer_email })
  return messageId
}

/** Like `mailPaymentRequest`, for an administrator who sends an email of the log again. @returns the message's id */
export async function mailLinkOnceMore(ctx: WebContext, tx: Transaction, id: PaymentRequestId): Promise<string> {
  const row = await findRequest(ctx, id)
  invariant(row, 'requests are never deleted')
  requireLive(ctx, row)
  const messageId = await writeMailing(ctx, tx, row)
  if (!messageId) throw new Refusal('payment_request_expired')
  return messageId
}

/** Emails a live link again, unless an email still waits for the mail server. @throws Refusal see the contract */
export async function mailPaymentRequest(ctx: WebContext, id: PaymentRequestId): Promise<PaymentRequest> {
  const row = await findOwn(ctx, id)
  requireLive(ctx, row)
  if (row.mail_state !== 'waiting') await inTransaction(ctx, (tx) => writeMailing(ctx, tx, row))
  return showChanged(ctx, id)
}

/** Turns the reminder of a live request on or off. @throws Refusal see the contract */
export async function switchReminder(ctx: WebContext, id: PaymentRequestId, isReminderOn: boolean) {
  const row = await findOwn(ctx, id)
  requireLive(ctx, row)
  const at = isReminderOn ? remindAt(row.created_at, row.expires_at, ctx.config.timeZone) : null
  await ctx.database.run(queries.setReminder, { paymentRequestId: id, remindAt: at })
  return showChanged(ctx, id)
}
