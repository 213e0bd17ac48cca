import type { OrderId } from '#contract/values.ts'
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, hours, minutes } from '#server/platform/clock.ts'
import { Refusal } from '#server/platform/errors.ts'
import { closeOrder } from './close-order.ts'
import { checkAgain, claimDuePayments, findOrdersWithoutPayment } from './queries.ts'
import { recordUnpaid } from './record-unpaid.ts'
import { findOrderOfPayment, settlePayment } from './settle-payment.ts'

/** An order left unpaid for a day is closed, so its intent can no longer be charged. */
const ABANDONED_AFTER_MS = hours(24)
/** A provider that does not answer must not hold up a run, or a stop that waits for the run, once per payment. */
const UNANSWERED_MAX = 2
/** A failed check says nothing about the payment and is repeated soon. */
const CHECK_AGAIN_MS = minutes(1)
/** Calls to the provider in one run: well under the 25 a second that Stripe allows per endpoint. */
const CHECKS_MAX = 20

async function checkPayment(ctx: Context, paymentId: string, isAbandoned: boolean): Promise<void> {
  const settlement = await settlePayment(ctx, { paymentId })
  if (settlement.kind === 'unpaid') await recordUnpaid(ctx, settlement.intent)
  // A payment that the provider does not know (other keys, another account) is closed the same way.
  if (!isAbandoned || settlement.kind === 'settled' || settlement.kind === 'given_back') return
  const order = await findOrderOfPayment(ctx, paymentId)
  // The order of a link waits as long as the link lives; the link closes it.
  if (order?.state === 'awaiting_payment' && !order.pay_until) await closeOrder(ctx, order.order_id as OrderId)
}

type Subject = { paymentId?: string; orderId?: string }

/** Runs one check. A failure is logged and does not hold up the others. Returns whether the provider answered. */
async function tryCheck(ctx: Context, subject: Subject, check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    const checkAt = addMilliseconds(ctx.clock.now(), CHECK_AGAIN_MS)
    if (subject.paymentId) await ctx.database.run(checkAgain, { paymentId: subject.paymentId, checkAt })
    const isRefused = error instanceof Refusal
    if (isRefused) ctx.node.warn(ctx.log, { ...subject, code: error.code }, 'not checked now; will be again')
    else ctx.log.error({ ...subject, err: error }, 'a payment could not be checked')
    return !(isRefused && error.code === 'provider_unavailable')
  }
}

/** Asks about unreported payments at doubling intervals, until they are paid or a day old; then their orders close. */
export async function reconcilePayments(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const abandonedAt = addMilliseconds(now, -ABANDONED_AFTER_MS)
  const abandoned = await ctx.database.run(findOrdersWithoutPayment, { createdAt: abandonedAt, limit: CHECKS_MAX })
  for (const { order_id } of abandoned)
    await tryCheck(ctx, { orderId: order_id }, () => closeOrder(ctx, order_id as OrderId))
  if (!ctx.gateways.payments) return 0
  const due = await ctx.database.run(claimDuePayments, {
    now,
    waitAtLeast: '20 seconds',
    limit: CHECKS_MAX,
    openFor: `${ABANDONED_AFTER_MS} milliseconds`,
  })
  let unanswered = 0
  for (const { payment_id: paymentId, created_at } of due) {
    // It was not asked about now, so it is checked again soon, not after the next doubled wait.
    if (unanswered >= UNANSWERED_MAX) {
      await ctx.database.run(checkAgain, { paymentId, checkAt: addMilliseconds(now, CHECK_AGAIN_MS) })
      continue
    }
    const check = () => checkPayment(ctx, paymentId, created_at <= abandonedAt)
    if (!(await tryCheck(ctx, { paymentId }, check))) unanswered += 1
  }
  return due.length
}
