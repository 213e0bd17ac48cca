/** Refunds that are not made, as an administrator looks after them. */
import { UNMADE_REFUNDS_MAX, type UnmadeRefund } from '#contract/job-desk.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findUnmade, listUnmade, sendAgain, settleByHand, type UnmadeRefundRow } from './unmade-refund-queries.ts'

/** Its job sends it at once; `retry-refunds` leaves it to that job for as long. */
const LEFT_TO_ITS_JOB_MS = minutes(2)

function show(row: UnmadeRefundRow): UnmadeRefund {
  return {
    id: row.refund_id,
    orderId: row.order_id as OrderId,
    reference: row.reference,
    amount: dollarTextFromCents(toCents(row.amount_cents)),
    reason: row.reason,
    state: row.state === 'failed' ? 'failed' : 'due',
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    nextAt: row.try_at?.toISOString() ?? null,
  }
}

/** Refunds that are not made, and how many there are in all; those that wait longest first. */
export async function listUnmadeRefunds(ctx: PlatformContext): Promise<{ refunds: UnmadeRefund[]; total: number }> {
  return found(await ctx.database.run(listUnmade, [UNMADE_REFUNDS_MAX, 0]))
}

/** Those of them that were tried in vain: the rest are on their way. */
export async function findStuckRefunds(
  ctx: PlatformContext,
  rowsMax: number,
): Promise<{ refunds: UnmadeRefund[]; total: number }> {
  return found(await ctx.database.run(listUnmade, [rowsMax, 1]))
}

const found = (rows: readonly (UnmadeRefundRow & { unmade: number })[]) => ({
  refunds: rows.map(show),
  total: rows[0]?.unmade ?? 0,
})

async function find(ctx: PlatformContext, refundId: string): Promise<UnmadeRefundRow> {
  const [row] = await ctx.database.run(findUnmade, [refundId])
  if (!row) throw new Refusal('refund_unknown')
  return row
}

const factsOf = (row: UnmadeRefundRow) => ({ state: row.state, amount: dollarTextFromCents(toCents(row.amount_cents)) })

/**
 * Sends a refund to the provider now. Its id is its key there, so however often it is sent it is made once.
 *
 * @throws Refusal `refund_unknown`, `refund_made`
 */
export async function retryRefund(ctx: PlatformContext, refundId: string): Promise<UnmadeRefund> {
  const row = await find(ctx, refundId)
  await inTransaction(ctx, async (tx) => {
    const [sent] = await tx.run(sendAgain, [refundId, addMilliseconds(ctx.clock.now(), LEFT_TO_ITS_JOB_MS)])
    if (!sent) throw new Refusal('refund_made')
    const before = factsOf(row)
    const after = { ...before, state: 'due' }
    await writeAudit(ctx, tx, { action: 'refund_retried', subject: `Order ${row.reference}`, before, after })
  })
  return show(await find(ctx, refundId))
}

/**
 * Notes that somebody made a refund by hand, so that the store stops trying.
 *
 * @throws Refusal `refund_unknown`; `refund_made` when it was made otherwise
 */
export async function settleRefund(ctx: PlatformContext, refundId: string, reference: string): Promise<void> {
  const row = await find(ctx, refundId)
  const isSettled = await inTransaction(ctx, async (tx) => {
    const [settled] = await tx.run(settleByHand, [refundId, reference, ctx.clock.now()])
    if (!settled) return false
    const before = factsOf(row)
    const after = { ...before, state: 'made' }
    const subject = `Order ${row.reference}`
    await writeAudit(ctx, tx, { action: 'refund_settled', subject, before, after, note: reference })
    return true
  })
  if (isSettled) return
  // The answer to the first try was lost.
  const { provider_refund_id } = await find(ctx, refundId)
  if (provider_refund_id !== reference) throw new Refusal('refund_made')
}
