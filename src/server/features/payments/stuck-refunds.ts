import type { UnmadeRefund } from '#contract/admin/job-screen.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { Context } from '#server/gateways/context.ts'
import { PaymentProviderError, type ProviderRefund } from '#server/gateways/payments/payment-gateway.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { isUnknown, requirePayments } from './provider.ts'
import { changeRefund } from './refund-payment.ts'
import * as sql from './refund-queries.ts'
import { REFUND_CAME_BACK, REFUND_UNDER_WAY_MS } from './rules.ts'

/** Its job sends it at once; `retry-refunds` leaves it to that job for this long. */
const LEFT_TO_ITS_JOB_MS = minutes(2)
const UNDER_WAY = `${REFUND_UNDER_WAY_MS} milliseconds`

function show(row: sql.UnmadeRefundRow): UnmadeRefund {
  return {
    ...shownOf(row, 'reference', 'reason', 'attempts', 'last_error', 'created_at'),
    id: row.refund_id,
    orderId: row.order_id as OrderId,
    amount: dollarTextFromCents(toCents(row.amount_cents)),
    state: row.state === 'failed' ? 'failed' : 'due',
    nextAt: row.try_at?.toISOString() ?? null,
  }
}

/** Lists refunds that were tried in vain, longest waiting first, and the total number; the rest are on their way. */
export async function findStuckRefunds(ctx: PlatformContext, rowsMax: number) {
  const rows = await ctx.database.run(sql.listUnmade, { limit: rowsMax, attempts: 1 })
  return { refunds: rows.map(show), total: rows[0]?.unmade ?? 0 }
}

async function find(ctx: PlatformContext, refundId: string): Promise<sql.SettlableRow> {
  return requireRow(await ctx.database.run(sql.findUnmade, { refundId, underWayFor: UNDER_WAY }), 'refund_unknown')
}

const factsOf = (row: sql.UnmadeRefundRow) => ({
  state: row.state,
  amount: dollarTextFromCents(toCents(row.amount_cents)),
})

/**
 * Sends a refund now. Its id is its key there, so it is made once. One that failed there gets another key, accepted
 * only after all earlier ones were seen to have failed. @throws Refusal `refund_unknown`, `refund_made`
 */
export async function retryRefund(ctx: PlatformContext, refundId: string): Promise<UnmadeRefund> {
  const row = await find(ctx, refundId)
  await changeRefund(ctx, row.order_id, async (tx) => {
    const tryAt = addMilliseconds(ctx.clock.now(), LEFT_TO_ITS_JOB_MS)
    const [sent] = await tx.run(sql.sendAgain, { refundId, tryAt, lastError: REFUND_CAME_BACK })
    if (!sent) throw new Refusal('refund_made')
    const before = factsOf(row)
    const after = { ...before, state: 'due' }
    await writeAudit(ctx, tx, { action: 'refund_retried', subject: `Order ${row.reference}`, before, after })
    return [sent]
  })
  return show(await find(ctx, refundId))
}

/** Finds the refund that the provider has for our row and that has not failed. @throws Refusal `refund_unchecked` */
async function findAtProvider(ctx: Context, row: sql.SettlableRow): Promise<ProviderRefund | undefined> {
  try {
    const refunds = await requirePayments(ctx).findRefunds({ refundId: row.refund_id, paymentId: row.payment_id })
    return refunds.find(({ isFailed }) => !isFailed)
  } catch (error) {
    // Other keys or another account: the provider cannot refund what it does not know.
    if (isUnknown(error)) return undefined
    if (!(error instanceof PaymentProviderError || error instanceof Refusal)) throw error
    ctx.log.warn({ refundId: row.refund_id, code: error.code }, 'the card provider could not be asked about a refund')
    throw new Refusal('refund_unchecked')
  }
}

/**
 * Records that someone made a refund by hand. The provider must not make it too: no one may have sent it for a while,
 * the provider is asked, and a job that sends it after that (it writes this into the row first) makes the recording
 * fail. If the provider has it, only that refund's own id is accepted.
 * @throws Refusal `refund_unknown`, `refund_made`, `refund_under_way`, `refund_at_provider`, `refund_unchecked`
 */
export async function settleRefund(ctx: Context, refundId: string, reference: string): Promise<void> {
  const row = await find(ctx, refundId)
  if (row.state === 'made') return requireSettled(row, reference)
  if (row.is_under_way) throw new Refusal('refund_under_way')
  const existing = await findAtProvider(ctx, row)
  if (existing && existing.providerRefundId !== reference) throw new Refusal('refund_at_provider')
  const isSettled = await changeRefund(ctx, row.order_id, async (tx) => {
    const made = { refundId, providerRefundId: reference, now: ctx.clock.now(), isByHand: !existing }
    const [settled] = await tx.run(sql.settleByHand, { ...made, sentAt: row.sent_at, overdueAfter: UNDER_WAY })
    if (!settled) return []
    const before = factsOf(row)
    const after = { ...before, state: 'made' }
    const subject = `Order ${row.reference}`
    await writeAudit(ctx, tx, { action: 'refund_settled', subject, before, after, note: reference })
    return [settled]
  })
  if (!isSettled) requireSettled(await find(ctx, refundId), reference)
}

/** Accepts a repeated call whose first reply was lost. @throws Refusal `refund_under_way`, `refund_made` */
function requireSettled(row: sql.SettlableRow, reference: string): void {
  if (row.state !== 'made') throw new Refusal('refund_under_way')
  if (row.provider_refund_id !== reference) throw new Refusal('refund_made')
}
