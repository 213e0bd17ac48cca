import type { PaymentId } from '#contract/values.ts'
import type { OpenOrder } from '#server/features/orders/place-order.ts'
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, seconds } from '#server/platform/clock.ts'
import { networkToCount, type OwnerId } from '#server/platform/context.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { closeOrder } from './close-order.ts'
import { countOpening, type PayingContext } from './limit-openings.ts'
import { askProvider, isPastChanging, isUnknown, refusalOf, requirePayments } from './provider.ts'
import { type PaymentRow, recordAmount, touchPaymentOfOrder } from './queries.ts'
import { recordUnpaid } from './record-unpaid.ts'
import { savePayment } from './save-payment.ts'
import { settlePayment } from './settle-payment.ts'

/** The reconciler first checks a payment this long after it was opened. By then a webhook has usually come. */
export const FIRST_CHECK_MS = seconds(20)
/** Updates sent to the provider in one call. Each further one means that another tab changed the cart meanwhile. */
const SYNC_TRIES_MAX = 4

export type OpenedPayment =
  | { kind: 'open'; paymentId: PaymentId; clientSecret: string }
  /** The order was paid, is being paid, or was closed. The current cart needs a new order. */
  | { kind: 'order_moved_on' }

/** Creates the intent with the order's opening amount, so that a repeated call sends the same, and saves it. */
async function createPayment(ctx: PayingContext, order: OpenOrder, ownerId: OwnerId): Promise<PaymentRow> {
  const gateway = requirePayments(ctx)
  await countOpening(ctx, ownerId)
  const { orderId, reference, opening } = order
  invariant(opening, 'an order of which something is to be paid has an opening amount')
  const { toPayCents: amountCents, revision } = opening
  const intent = await askProvider(ctx, () => gateway.createIntent({ orderId, reference, amountCents, revision }))
  const { paymentId, clientSecret } = intent
  const createdAt = ctx.clock.now()
  const checkAt = addMilliseconds(createdAt, FIRST_CHECK_MS)
  const networkKey = networkToCount(ctx)
  return savePayment(ctx, { paymentId, orderId, amountCents, revision, clientSecret, createdAt, checkAt, networkKey })
}

/** Follows the provider when an intent can no longer change: its state is the truth. */
async function followProvider(ctx: Context, payment: PaymentRow): Promise<void> {
  const intent = await askProvider(ctx, () => requirePayments(ctx).retrieveIntent(payment.payment_id))
  if (intent.state === 'succeeded') await settlePayment(ctx, { paymentId: payment.payment_id, intent })
  else await recordUnpaid(ctx, intent)
}

/**
 * Updates the provider to the order's latest revision; false if the intent does not wait with it. Two tabs may send two
 * at once, and the older may arrive last, so a call that sent an outdated one sends the latest again.
 */
async function tellProvider(ctx: Context, payment: PaymentRow, order: OpenOrder): Promise<boolean> {
  let { revision, toPayCents: amountCents } = order
  for (let tries = 1; tries <= SYNC_TRIES_MAX && amountCents > 0; tries += 1) {
    try {
      const change = { orderId: order.orderId, amountCents, revision, isRepeat: tries > 1 }
      await requirePayments(ctx).updateIntent(payment.payment_id, change)
    } catch (error) {
      if (isUnknown(error)) await closeOrder(ctx, order.orderId)
      else if (isPastChanging(error)) await followProvider(ctx, payment)
      else throw refusalOf(ctx, error)
      return false
    }
    const [told] = await ctx.database.run(recordAmount, { paymentId: payment.payment_id, amountCents, revision })
    if (told?.latest_revision === revision) return tries === 1
    if (!told?.latest_revision || !told.latest_cents) return false
    revision = told.latest_revision
    amountCents = told.latest_cents
  }
  return false
}

/**
 * Opens the payment of an order, or brings it up to date with the order's latest revision. There is one intent per
 * order: created once and updated when the cart changes. Once it is processing or succeeded, the order stays as it is
 * paid. No transaction is open while the provider is asked.
 * @param input.isNew the order was made by this very request, so no payment of it can exist yet
 * @throws Refusal `payments_unavailable`, `provider_unavailable`, `payment_throttled`
 * @see docs/decisions/0007-orders-before-payment.md
 */
export async function openPayment(
  ctx: PayingContext,
  order: OpenOrder,
  input: { ownerId: OwnerId; isNew: boolean },
): Promise<OpenedPayment> {
  const gateway = requirePayments(ctx)
  const checkAt = addMilliseconds(ctx.clock.now(), FIRST_CHECK_MS)
  const touch = { orderId: order.orderId, checkAt, networkKey: networkToCount(ctx) }
  const [known] = input.isNew ? [] : await ctx.database.run(touchPaymentOfOrder, touch)
  const payment = known ?? (await createPayment(ctx, order, input.ownerId))
  if (payment.state !== 'open' || payment.revision > order.revision) return { kind: 'order_moved_on' }
  if (payment.revision < order.revision && !(await tellProvider(ctx, payment, order))) return { kind: 'order_moved_on' }
  const clientSecret =
    payment.client_secret ?? (await askProvider(ctx, () => gateway.retrieveIntent(payment.payment_id))).clientSecret
  if (!clientSecret) throw new Refusal('provider_unavailable')
  return { kind: 'open', paymentId: payment.payment_id as PaymentId, clientSecret }
}
