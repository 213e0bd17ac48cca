import { toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { changeOf, tellOrderListeners } from '#server/features/orders/order-listeners.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import type { Context } from '#server/gateways/context.ts'
import { PaymentProviderError } from '#server/gateways/payments/payment-gateway.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { markEventHandled } from './event-queries.ts'
import { isUnknown, noteProviderAnswer, noteProviderError, refusalOf, requirePayments } from './provider.ts'
import * as sql from './refund-queries.ts'
import { FINAL_REFUND_CODES, REFUND_CAME_BACK, REFUND_TRIES_QUIET, refundWaitMs } from './rules.ts'

type RefundTry = 'made' | 'failed' | 'again' | 'none'

/** What someone reading the row or the log sees; never the provider's own text, which may name the buyer. */
const codeOf = (error: unknown): string =>
  error instanceof PaymentProviderError || error instanceof Refusal ? error.code : 'unexpected'

async function recordFailure(ctx: Context, refund: sql.RefundRow, error: unknown): Promise<RefundTry> {
  const now = ctx.clock.now()
  const code = codeOf(error)
  const { refund_id: refundId, order_id: orderId, key_number: keyNumber } = refund
  if (FINAL_REFUND_CODES.has(code)) {
    const noted = await changeRefund(ctx, orderId, (tx) =>
      tx.run(sql.recordRefundRefused, { refundId, keyNumber, lastError: code }),
    )
    // Another try found the same, or the refund was sent again under another key, so this result is out of date.
    if (!noted) return 'none'
    ctx.log.error({ refundId, code }, 'the provider refuses a refund; somebody must look at it')
    return 'failed'
  }
  const attempts = refund.attempts + 1
  const tryAt = addMilliseconds(now, refundWaitMs(attempts))
  await ctx.database.run(sql.recordRefundFailure, { refundId, keyNumber, lastError: code, tryAt })
  const fields = { refundId, code, attempts, tryAt, ...(code === 'unexpected' ? { err: error } : {}) }
  if (attempts >= REFUND_TRIES_QUIET) ctx.log.error(fields, 'a refund is overdue: somebody must look at it')
  else ctx.node.warn(ctx.log, fields, 'a refund was not made and will be tried again')
  return 'again'
}

/**
 * Sends one refund that is due. Its id is its key and its mark at the provider, so it is found again if the reply was
 * lost, and never made twice. One that was not made stays due; `retry-refunds` sends it after growing waits. That it is
 * being sent is saved first, so that no one records it as made by hand in the meantime.
 * @see docs/decisions/0014-retry-refunds-until-made.md
 */
export async function refundPayment(ctx: Context, refundId: string): Promise<RefundTry> {
  const [refund] = await ctx.database.run(sql.sendRefund, { refundId })
  if (!refund) return 'none'
  const { payment_id: paymentId, key_number: keyNumber } = refund
  const amountCents = toCents(refund.amount_cents)
  let providerRefundId: string
  try {
    const made = await requirePayments(ctx).refund({ refundId, paymentId, amountCents, keyNumber })
    providerRefundId = made.providerRefundId
    await noteProviderAnswer(ctx)
  } catch (error) {
    noteProviderError(ctx, error)
    return recordFailure(ctx, refund, error)
  }
  const values = { refundId, keyNumber, providerRefundId, now: ctx.clock.now() }
  const noted = await changeRefund(ctx, refund.order_id, (tx) => tx.run(sql.recordRefund, values))
  const lost = { refundId, providerRefundId }
  if (!noted) ctx.log.error(lost, 'the provider made a refund whose state is another one here; look at both')
  return 'made'
}

/**
 * Changes a refund in one transaction with what follows: the order shows it, and its listeners hear, above all the
 * ledger. Under the order's lock, so that two refunds of one line are counted one after the other.
 * @param change returns the changed row; none: it was in another state, and no listener is told
 */
export async function changeRefund<Row>(
  ctx: PlatformContext,
  orderId: string,
  change: (tx: Transaction) => Promise<readonly Row[]>,
): Promise<Row | null> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockPaidOrder(tx, orderId as OrderId)
    const [row] = await change(tx)
    if (!row) return null
    await tx.run(sql.writeRefundState, { orderId })
    if (order?.paid_at) await tellOrderListeners(ctx, tx, [changeOf(order)])
    return row
  })
}

/**
 * Handles an event about refunds: one that the provider accepted may fail days later, if the buyer's bank rejects it,
 * and waits for a person. The provider is asked. @throws Refusal `provider_unavailable`; the job is retried
 */
export async function checkRefunds(ctx: Context, event: { eventId: string; paymentId: string }): Promise<void> {
  const { paymentId } = event
  const sent = await ctx.database.run(sql.listSentRefunds, { paymentId })
  for (const { refund_id: refundId, order_id: orderId, key_number: keyNumber } of sent) {
    if (!(await hasFailed(ctx, { refundId, paymentId, keyNumber }))) continue
    const values = { refundId, keyNumber, lastError: REFUND_CAME_BACK }
    const taken = await changeRefund(ctx, orderId, (tx) => tx.run(sql.takeRefundBack, values))
    if (taken) ctx.log.error({ refundId }, 'a refund that the provider had made has failed; somebody must look at it')
  }
  await ctx.database.run(markEventHandled, { eventId: event.eventId, now: ctx.clock.now() })
}

/** Whether everything that the provider made of a refund has failed, including the one under its latest key. */
async function hasFailed(
  ctx: Context,
  { keyNumber, ...refund }: { refundId: string; paymentId: string; keyNumber: number },
): Promise<boolean> {
  try {
    const found = await requirePayments(ctx).findRefunds(refund)
    return found.length >= keyNumber && found.every(({ isFailed }) => isFailed)
  } catch (error) {
    if (isUnknown(error)) return false
    throw refusalOf(ctx, error)
  }
}

/** A refund's own job sends it within seconds. If no one has tried it for this long, its job is lost. */
const JOB_LOST_AFTER_MS = minutes(2)
/** How long a refund belongs to the node that claimed it: longer than its two calls to the provider, 20 s each. */
const CLAIM_MS = minutes(2)
/** Refunds per run: well under the 25 calls a second that Stripe allows, and quickly done when it answers. */
const REFUNDS_MAX = 50
/** A provider that does not answer must not hold up a run, or a stop that waits for the run, once per refund. */
const UNMADE_MAX = 2

/** Sends refunds again that were not made, or whose job was lost. Safe on several nodes: each takes its own. */
export async function retryRefunds(ctx: Context): Promise<number> {
  let made = 0
  let unmade = 0
  for (let tried = 0; tried < REFUNDS_MAX && unmade < UNMADE_MAX; tried += 1) {
    const now = ctx.clock.now()
    const createdBefore = addMilliseconds(now, -JOB_LOST_AFTER_MS)
    const tryAt = addMilliseconds(now, CLAIM_MS)
    const [due] = await ctx.database.run(sql.claimDueRefund, { now, createdBefore, tryAt })
    if (!due) break
    const outcome = await refundPayment(ctx, due.refund_id)
    if (outcome === 'made') made += 1
    if (outcome === 'again') unmade += 1
  }
  return made
}

/** Counts refunds that are not made: waiting, waiting for long (counted in both), refused for good. */
export async function countRefunds(ctx: Context): Promise<{ due: number; overdue: number; failed: number }> {
  const [counted] = await ctx.database.run(sql.countUnmadeRefunds, { attempts: REFUND_TRIES_QUIET })
  return { due: counted?.due ?? 0, overdue: counted?.overdue ?? 0, failed: counted?.failed ?? 0 }
}
