/** What became of a text, as the SMS service reports it. */
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import type { ComposedSms, MessageComposers } from './message-composer.ts'
import { tellFailure } from './message-failures.ts'
import { findMessage } from './queries.ts'
import { composerOf } from './send-message.ts'
import { lockReported, recordReport, recordStop, storeReport } from './sms-queries.ts'
import { decideReport, SmsReport, statusOf } from './sms-rules.ts'
import { numberKeyOf } from './sms-stops.ts'

/** A signed report, from its address and fields; null for one that says nothing we know. */
function readReport(query: URLSearchParams, fields: URLSearchParams): SmsReport | null {
  const errorCode = Number(fields.get('ErrorCode') || NaN)
  const report = SmsReport.safeParse({
    messageId: query.get('message'),
    attempt: Number(query.get('attempt')),
    providerId: fields.get('MessageSid'),
    status: statusOf(fields.get('MessageStatus') ?? ''),
    errorCode: Number.isInteger(errorCode) ? errorCode : null,
  })
  const isNamed = report.success && report.data.providerId.length <= 100 && report.data.messageId.length <= 250
  return isNamed ? report.data : null
}

/**
 * Stores a report once, with the job that notes it on its message: an answer is not kept waiting for what follows from it,
 * and a node that dies has the job done by another. One of a message that is not here is stored and left.
 */
export async function receiveReport(ctx: Context, query: URLSearchParams, fields: URLSearchParams): Promise<void> {
  const report = readReport(query, fields)
  if (!report) return
  await inTransaction(ctx, async (tx) => {
    const [fresh] = await tx.run(storeReport, {
      eventId: `${report.providerId} ${report.status}`,
      now: ctx.clock.now(),
    })
    if (fresh) await enqueue(tx, 'note-sms-report', report)
  })
}

/** What follows from a text having been taken, when the one who handed it over never heard of it. */
async function followUpOf(
  ctx: Context,
  messageId: string,
  composers: MessageComposers,
): Promise<ComposedSms['onSent']> {
  const [message] = await ctx.database.run(findMessage, { messageId })
  if (!message || message.state === 'sent') return undefined
  const composed = await composerOf(message.kind, composers)?.(ctx, message)
  return composed && 'channel' in composed ? composed.onSent : undefined
}

/**
 * Notes a report on its message: arrived, or not; then it is tried again, or has failed. Noting it again changes nothing.
 *
 * @param composers as for `sendMessage`
 */
export async function recordSmsReport(ctx: Context, report: SmsReport, composers: MessageComposers): Promise<void> {
  const { messageId, providerId, status, attempt } = report
  const isLost = status === 'undelivered' || status === 'failed'
  const onSent = isLost ? undefined : await followUpOf(ctx, messageId, composers)
  await inTransaction(ctx, async (tx) => {
    const [message] = await tx.run(lockReported, { messageId })
    const decision = message && decideReport(message, report)
    if (!message || !decision) return
    const { state, text, retryInMs } = decision
    const now = ctx.clock.now()
    await tx.run(recordReport, {
      messageId,
      providerId,
      providerState: status,
      providerAttempt: attempt,
      state,
      lastError: text,
      now,
    })
    if (state === 'waiting') {
      const runAt = addMilliseconds(now, retryInMs ?? 0)
      await enqueue(tx, 'send-message', { messageId }, { key: `message:${messageId}`, runAt })
    }
    if (state === message.state) return
    if (state === 'sent') await onSent?.(tx)
    if (state === 'stopped' && message.sent_to)
      await tx.run(recordStop, { numberKey: numberKeyOf(ctx, message.sent_to), now })
    if (state === 'failed') await tellFailure(ctx, tx, message, 'undelivered')
    if (state === 'stopped') await tellFailure(ctx, tx, message, 'stopped')
  })
}
