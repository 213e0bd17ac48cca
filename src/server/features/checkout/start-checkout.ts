import type { createPaymentIntent } from '#contract/checkout/checkout.ts'
import { creditToUse } from '#contract/credit/credit-use.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { dollarsFromCents, toCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import { creditChanged, creditForCart } from '#server/features/credit/open-credit.ts'
import { openRequestPayment } from '#server/features/links/pay-payment-request.ts'
import { fitLeadsToBuyer, type HeldLine, readHeldLines } from '#server/features/orders/cart.ts'
import { CreditDenied } from '#server/features/orders/change-credit.ts'
import { checkStated } from '#server/features/orders/compare-stated.ts'
import { readContact } from '#server/features/orders/contact.ts'
import { orDeny } from '#server/features/orders/offers-left.ts'
import { placeOrder, returnSpares } from '#server/features/orders/place-order.ts'
import { linesCost } from '#server/features/orders/price-anew.ts'
import { findOpenCardOrder } from '#server/features/orders/promise-order.ts'
import { mayTellHistory } from '#server/features/orders/tell-history.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { countAddress, countPayingByCard } from '#server/features/payments/limit-openings.ts'
import { openPayment } from '#server/features/payments/open-payment.ts'
import { areHoldsLive, renewHolds } from '#server/features/stock/move-hold.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { minutes } from '#server/platform/clock.ts'
import type { OwnerId } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'

type Endpoint = typeof createPaymentIntent

/** Rounds in which a paid order may leave the cart. More than one needs two tabs paying at once. */
const ROUNDS_MAX = 4
/** Being at checkout renews the holds. A hold with most of its time left is not written. */
const RENEW_BELOW_SHARE = 0.8

async function keepHolding(ctx: WebContext, ownerId: OwnerId, lines: readonly HeldLine[]): Promise<void> {
  const enoughMs = minutes(ctx.config.holdMinutes) * RENEW_BELOW_SHARE
  const now = ctx.clock.now().getTime()
  if (lines.some((line) => line.expiresAt.getTime() - now < enoughMs)) await renewHolds(ctx, ownerId)
}

/** Asks the buyer again, or closes an open order of the cart that has set aside the credit of another address. */
async function makeRoom(ctx: WebContext, ownerId: OwnerId, denied: CreditDenied, totalCents: Cents): Promise<void> {
  if (denied.why === 'too_little') throw creditChanged(creditToUse(totalCents, denied.availableCents))
  const inTheWay = await findOpenCardOrder(ctx, ownerId)
  if (inTheWay) await closeOrder(ctx, inTheWay)
}

/**
 * Creates or updates the order of the caller's cart and opens its payment, however often it is called.
 * @throws Refusal see the contract; nothing is written before what the browser stated is compared
 */
export async function startCheckout(ctx: WebContext, body: BodyOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  if (body.paymentType === 'payment-request') return openRequestPayment(ctx, body)
  const contact = readContact(body.contactInfo)
  const email = contact?.email ?? null
  const { ownerId } = ctx
  if (!ownerId) throw new Refusal('cart_empty')
  await countPayingByCard(ctx, ownerId)
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const lines = await readHeldLines(ctx, ownerId, email)
    if (lines.length === 0) throw new Refusal('cart_empty')
    checkStated(body, lines)
    if (email !== null) await countAddress(ctx, { ownerId, email, lines })
    await fitLeadsToBuyer(ctx, lines, email)
    await keepHolding(ctx, ownerId, lines)
    const totalCents = linesCost(lines)
    const credit = await creditForCart(ctx, { ownerId, claim: body.credit, email, totalCents })
    const mayTell = (one: string, executor: Executor) => mayTellHistory(ctx, one, executor)
    const place = () => placeOrder(ctx, { ownerId, lines, contact, credit, mayTell })
    const placed = await orDeny(ctx, { ownerId, email }, place).catch((error: unknown) => {
      if (error instanceof CreditDenied) return error
      throw error
    })
    if (placed instanceof CreditDenied) {
      await makeRoom(ctx, ownerId, placed, totalCents)
      continue
    }
    const { order, isNew, hasSpares } = placed
    // Checked after it was written: the order of another tab that this one waited for is in no earlier snapshot.
    if (isNew && !(await areHoldsLive(ctx, { holdIds: lines.map((line) => line.holdId), ownerId }))) {
      // Another tab's order was paid with some of these lines or waits for Cash App: they must not be sold twice.
      await closeOrder(ctx, order.orderId)
      continue
    }
    const shown = {
      orderId: order.orderId,
      reference: order.reference,
      amount: dollarsFromCents(order.toPayCents),
      credit: dollarsFromCents(toCents(order.totalCents - order.toPayCents)),
    }
    if (order.toPayCents === 0 && !order.opening) {
      if (hasSpares) await returnSpares(ctx, order)
      return { ...shown, clientSecret: null, paymentId: null }
    }
    if (order.toPayCents === 0) {
      // Something was to be paid before, so an intent may wait for a card. The order that needs none is another one.
      await closeOrder(ctx, order.orderId)
      continue
    }
    const payment = await openPayment(ctx, order, { ownerId, isNew })
    if (payment.kind !== 'open') continue
    if (hasSpares) await returnSpares(ctx, order)
    return { ...shown, clientSecret: payment.clientSecret, paymentId: payment.paymentId }
  }
  throw new Refusal('provider_unavailable')
}
