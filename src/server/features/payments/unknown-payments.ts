/** Finds money at the card provider whose order a restore lost, and gives it back when an administrator says so. */
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { Context } from '#server/gateways/context.ts'
import { type Intent, PaymentProviderError } from '#server/gateways/payments/payment-gateway.ts'
import { addMilliseconds, days, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { noteProviderAnswer, noteProviderError, refusalOf, requirePayments } from './provider.ts'
import {
  askUnknownRefund,
  findUnknown,
  listRestores,
  listUnknown,
  markRead,
  recordUnknownRefund,
  settleUnknown,
  type UnknownRow,
  writeUnknown,
} from './unknown-queries.ts'

/** How long after a restore the provider is asked: a buyer may still pay on a page that was opened before it. */
const ASKED_FOR_MS = days(1)
const ASK_EVERY_MS = hours(1)
/** How far the provider's clock may be from ours. */
const SLACK = '5 minutes'
const SLACK_MS = 5 * 60_000

const REFUND_TRIES_MAX = 25

const contactOf = ({ billing: { name, email } }: Intent): string | null =>
  [name, email].filter((part) => part !== null).join(', ') || null

/**
 * Records paid intents that name an order which is not here. Those that were opened outside the time that a restore
 * lost are left alone.
 *
 * @returns how many were new
 */
export async function noteUnknownPayments(ctx: PlatformContext, intents: readonly Intent[]): Promise<number> {
  const paid = intents.flatMap((intent) => {
    const { paymentId, orderId, createdAt, receivedCents, refundedCents } = intent
    const leftCents = receivedCents - refundedCents
    if (intent.state !== 'succeeded' || leftCents <= 0 || !orderId?.startsWith('ord_') || !createdAt) return []
    return [{ paymentId, orderId, createdAt, leftCents, contact: contactOf(intent) }]
  })
  if (paid.length === 0) return 0
  const rows = await ctx.database.run(writeUnknown, {
    paymentIds: paid.map(({ paymentId }) => paymentId),
    orderIds: paid.map(({ orderId }) => orderId),
    amounts: paid.map(({ leftCents }) => leftCents),
    createdAts: paid.map(({ createdAt }) => createdAt),
    contacts: paid.map(({ contact }) => contact),
    slack: SLACK,
    now: ctx.clock.now(),
  })
  for (const { payment_id: paymentId } of rows)
    ctx.log.error({ paymentId }, 'money came for an order that a restore lost: an administrator must decide')
  return rows.length
}

/**
 * Asks the provider, every hour for a day after a restore, for payments of the time that it lost.
 *
 * @throws Refusal `provider_unavailable` if it does not answer; the next run asks again
 */
export async function findUnknownPayments(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const due = await ctx.database.run(listRestores, {
    startedAfter: addMilliseconds(now, -ASKED_FOR_MS),
    readBefore: addMilliseconds(now, -ASK_EVERY_MS),
  })
  if (due.length === 0 || !ctx.gateways.payments) return
  for (const { started_at: startedAt, restored_to: restoredTo } of due) {
    const between = { since: addMilliseconds(restoredTo, -SLACK_MS), until: addMilliseconds(startedAt, SLACK_MS) }
    try {
      await requirePayments(ctx).listIntents(between, async (intents) => void (await noteUnknownPayments(ctx, intents)))
    } catch (error) {
      throw refusalOf(ctx, error)
    }
    await ctx.database.run(markRead, { startedAt, now })
  }
}

/** Lists payments that wait for an administrator, oldest first, with their number. */
export async function listUnknownPayments(
  ctx: PlatformContext,
  limit: number,
): Promise<{ rows: UnknownRow[]; total: number }> {
  const rows = await ctx.database.run(listUnknown, { limit })
  return { rows, total: rows[0]?.waiting ?? 0 }
}

/**
 * Starts giving a payment back. Repeating it changes nothing.
 *
 * @throws Refusal `refund_unknown`; `refund_made` if its money is back
 */
export async function refundUnknownPayment(ctx: PlatformContext, paymentId: string): Promise<void> {
  const [row] = await ctx.database.run(findUnknown, { paymentId })
  if (!row) throw new Refusal('refund_unknown')
  await inTransaction(ctx, async (tx) => {
    const [asked] = await tx.run(askUnknownRefund, { paymentId, now: ctx.clock.now() })
    if (!asked) throw new Refusal('refund_made')
    if (asked.is_new) {
      const after = { amount: dollarTextFromCents(toCents(row.amount_cents)) }
      await writeAudit(ctx, tx, { action: 'unknown_payment_refunded', subject: `Payment ${paymentId}`, after })
    }
    const options = { key: `unknown-refund:${paymentId}`, attemptsMax: REFUND_TRIES_MAX }
    await enqueue(tx, 'refund-unknown-payment', { paymentId }, options)
  })
}

/**
 * Takes a payment off the list without a refund, because its order was entered again. Repeating it changes nothing.
 *
 * @throws Refusal `refund_unknown`; `refund_made` if its money is on its way back
 */
export async function settleUnknownPayment(ctx: PlatformContext, paymentId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [settled] = await tx.run(settleUnknown, { paymentId, now: ctx.clock.now() })
    if (settled) return writeAudit(ctx, tx, { action: 'unknown_payment_settled', subject: `Payment ${paymentId}` })
    const [row] = await tx.run(findUnknown, { paymentId })
    if (!row) throw new Refusal('refund_unknown')
    if (row.refund_asked_at && row.last_error === null) throw new Refusal('refund_made')
  })
}

/**
 * Gives a payment back under the key of a stray payment, so no money goes back twice.
 *
 * @throws Error if the provider did not make the refund and may later; the job tries again
 */
export async function sendUnknownRefund(ctx: Context, paymentId: string): Promise<void> {
  const [row] = await ctx.database.run(findUnknown, { paymentId })
  if (!row?.refund_asked_at || row.settled_at) return
  const amountCents = toCents(row.amount_cents)
  try {
    await requirePayments(ctx).refund({ refundId: `rfd_${paymentId}`, paymentId, amountCents, keyNumber: 1 })
  } catch (error) {
    noteProviderError(ctx, error)
    const code = error instanceof PaymentProviderError ? error.code : 'unexpected'
    // The store had given it back before it was restored.
    const settledAt = code === 'charge_already_refunded' ? ctx.clock.now() : null
    await ctx.database.run(recordUnknownRefund, { paymentId, settledAt, lastError: code })
    if (settledAt) return
    throw error
  }
  await ctx.database.run(recordUnknownRefund, { paymentId, settledAt: ctx.clock.now(), lastError: null })
  await noteProviderAnswer(ctx)
}
