/** Finds money at the card provider whose order a restore lost, and gives it back when an administrator says so. */
import { ATTENTION_COUNT_MAX } from '#contract/admin/attention.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { Context } from '#server/gateways/context.ts'
import { type Intent, PaymentProviderError } from '#server/gateways/payments/payment-gateway.ts'
import { addMilliseconds, days, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { listsOf, statement } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { forgetting } from '#server/platform/jobs/retention.ts'
import { noteProviderAnswer, noteProviderError, refusalOf, requirePayments } from './provider.ts'

export const writeRestore = statement('payments.write_restore')`
  insert into restores (started_at, restored_to) values ($now, $restoredTo) on conflict do nothing`

export const listRestores = statement('payments.list_restores')`
  select started_at, restored_to from restores
  where started_at > $startedAfter and (read_at is null or read_at < $readBefore) order by started_at`

export const markRead = statement('payments.mark_restore_read')`
  update restores set read_at = $now where started_at = $startedAt`

/** Of a time that a restore lost, each once. Another store may use the same account, so other times are left alone. */
export const writeUnknown = statement('payments.write_unknown')`
  insert into unknown_payments (payment_id, order_id, amount_cents, created_at, contact, found_at)
  select given.payment_id, given.order_id, given.amount_cents, given.created_at, given.contact, $now
  from unnest($paymentIds::text[], $orderIds::text[], $amounts::int[], $createdAts::timestamptz[], $contacts::text[])
    as given (payment_id, order_id, amount_cents, created_at, contact)
  where exists (select from restores r
                where given.created_at between r.restored_to - $slack::interval and r.started_at + $slack::interval)
    and not exists (select from orders o where o.order_id = given.order_id)
    and not exists (select from payments p where p.payment_id = given.payment_id)
  on conflict do nothing returning payment_id`

const COLUMNS = 'payment_id, order_id, amount_cents, created_at, contact, refund_asked_at, settled_at, last_error'

export const listUnknown = statement('payments.list_unknown')`
  with waiting as materialized (
    select ${COLUMNS} from unknown_payments
    where settled_at is null and (refund_asked_at is null or last_error is not null)
    order by created_at limit ${ATTENTION_COUNT_MAX + 1}
  )
  select w.*, (select count(*)::int from waiting) as waiting from waiting w order by w.created_at limit $limit`

export const findUnknown = statement('payments.find_unknown')`
  select ${COLUMNS} from unknown_payments where payment_id = $paymentId`

export const askUnknownRefund = statement('payments.ask_unknown_refund')`
  with before as materialized (select * from unknown_payments where payment_id = $paymentId for update)
  update unknown_payments u set refund_asked_at = coalesce(b.refund_asked_at, $now), last_error = null
  from before b where u.payment_id = b.payment_id and b.settled_at is null
  returning b.refund_asked_at is null or b.last_error is not null as is_new`

export const recordUnknownRefund = statement('payments.record_unknown_refund')`
  update unknown_payments set settled_at = $settledAt?, last_error = $lastError?
  where payment_id = $paymentId and settled_at is null`

export const settleUnknown = statement('payments.settle_unknown')`
  update unknown_payments set settled_at = $now
  where payment_id = $paymentId and settled_at is null and (refund_asked_at is null or last_error is not null)
  returning payment_id`

export const forgetUnknown = forgetting('payments.forget_unknown', 'unknown_payments', 'payment_id', 'found_at')

/** How long after a restore the provider is asked: a buyer may still pay on a page that was opened before it. */
const ASKED_FOR_MS = days(1)
const ASK_EVERY_MS = hours(1)
/** How far the provider's clock may be from ours. */
const SLACK = '5 minutes'
const SLACK_MS = 5 * 60_000
const REFUND_TRIES_MAX = 25

const contactOf = ({ billing: { name, email } }: Intent): string | null =>
  [name, email].filter((part) => part !== null).join(', ') || null

/** Records paid intents of the time that a restore lost whose order is not here. @returns how many were new */
export async function noteUnknownPayments(ctx: PlatformContext, intents: readonly Intent[]): Promise<number> {
  const paid = intents.flatMap((intent) => {
    const { paymentId, orderId, createdAt, receivedCents, refundedCents } = intent
    const leftCents = receivedCents - refundedCents
    if (intent.state !== 'succeeded' || leftCents <= 0 || !orderId?.startsWith('ord_') || !createdAt) return []
    return [{ paymentId, orderId, createdAt, leftCents, contact: contactOf(intent) }]
  })
  if (paid.length === 0) return 0
  const rows = await ctx.database.run(writeUnknown, {
    ...listsOf(paid, 'paymentId', 'orderId', 'createdAt', 'contact'),
    amounts: paid.map(({ leftCents }) => leftCents),
    slack: SLACK,
    now: ctx.clock.now(),
  })
  for (const { payment_id: paymentId } of rows)
    ctx.log.error({ paymentId }, 'money came for an order that a restore lost: an administrator must decide')
  return rows.length
}

/** Asks the provider for lost payments, hourly for a day after a restore. @throws Refusal `provider_unavailable` */
export async function findUnknownPayments(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const startedAfter = addMilliseconds(now, -ASKED_FOR_MS)
  const due = await ctx.database.run(listRestores, { startedAfter, readBefore: addMilliseconds(now, -ASK_EVERY_MS) })
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
export async function listUnknownPayments(ctx: PlatformContext, limit: number) {
  const rows = await ctx.database.run(listUnknown, { limit })
  return { rows, total: rows[0]?.waiting ?? 0 }
}

/** Starts giving a payment back; repeating it changes nothing. @throws Refusal `refund_unknown`; `refund_made` */
export async function refundUnknownPayment(ctx: PlatformContext, paymentId: string): Promise<void> {
  const row = requireRow(await ctx.database.run(findUnknown, { paymentId }), 'refund_unknown')
  await inTransaction(ctx, async (tx) => {
    const asked = requireRow(await tx.run(askUnknownRefund, { paymentId, now: ctx.clock.now() }), 'refund_made')
    if (asked.is_new) {
      const after = { amount: dollarTextFromCents(toCents(row.amount_cents)) }
      await writeAudit(ctx, tx, { action: 'unknown_payment_refunded', subject: `Payment ${paymentId}`, after })
    }
    const options = { key: `unknown-refund:${paymentId}`, attemptsMax: REFUND_TRIES_MAX }
    await enqueue(tx, 'refund-unknown-payment', { paymentId }, options)
  })
}

/** Takes a payment off the list: its order was entered again. @throws Refusal `refund_unknown`; `refund_made` */
export async function settleUnknownPayment(ctx: PlatformContext, paymentId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [settled] = await tx.run(settleUnknown, { paymentId, now: ctx.clock.now() })
    if (settled) return writeAudit(ctx, tx, { action: 'unknown_payment_settled', subject: `Payment ${paymentId}` })
    const row = requireRow(await tx.run(findUnknown, { paymentId }), 'refund_unknown')
    if (row.refund_asked_at && row.last_error === null) throw new Refusal('refund_made')
  })
}

/** Gives a payment back under the key of a stray payment, so never twice. @throws Error if the job has to try again */
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
