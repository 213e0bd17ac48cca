/**
 * What became of a text, as the SMS service reports it; and of texts whose reports did not come, since a report is sent a few
 * times within seconds, and a store may be down.
 */

import { MESSAGE_KINDS } from '#contract/admin/messages.ts'
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, days, hours, minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import type { ComposedSms, MessageComposers } from './message-composer.ts'
import { tellFailure } from './message-failures.ts'
import { findMessages } from './queries.ts'
import { composerOf, enqueueSending } from './send-message.ts'
import { listUnreported, lockReported, recordReport, recordStop, storeReport } from './sms-queries.ts'
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
  const [message] = await ctx.database.run(findMessages, { messageIds: [messageId] })
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
    if (state === 'waiting') await enqueueSending(tx, messageId, addMilliseconds(now, retryInMs ?? 0))
    if (state === message.state) return
    if (state === 'sent') await onSent?.(tx)
    if (state === 'stopped' && message.sent_to)
      await tx.run(recordStop, { numberKey: numberKeyOf(ctx, message.sent_to), now })
    if (state === 'failed') await tellFailure(ctx, tx, message, 'undelivered')
    if (state === 'stopped') await tellFailure(ctx, tx, message, 'stopped')
  })
}

const KINDS = Object.keys(MESSAGE_KINDS)
/** By then reports have come, where networks give any. */
const ASKED_AFTER_MS = minutes(15)
/** A network that says nothing in all this time never does. */
const ASKED_FOR_MS = hours(2)
/** Also one that was tried again later; to look further back would read far more for hardly any. */
const WRITTEN_WITHIN_MS = days(1)
/** One after the other, some 100 ms each; the others come with a later run. */
const TEXTS_AT_ONCE = 200

/**
 * Asks the SMS service for texts of which nobody knows whether they arrived. What it says counts as a report: one that did
 * not arrive is tried again, or has failed, as if it had been told in time.
 *
 * @returns how many had news
 */
export async function askSmsStates(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const before = (milliseconds: number) => addMilliseconds(now, -milliseconds)
  const texts = await ctx.database.run(listUnreported, {
    kinds: KINDS,
    createdAt: before(WRITTEN_WITHIN_MS),
    sentAt: before(ASKED_FOR_MS),
    now: before(ASKED_AFTER_MS),
    limit: TEXTS_AT_ONCE,
  })
  let news = 0
  for (const { message_id: messageId, provider_id: providerId, provider_attempt: attempt, provider_state } of texts) {
    let answer: Awaited<ReturnType<Context['gateways']['sms']['lookUp']>>
    try {
      answer = await ctx.gateways.sms.lookUp(providerId)
    } catch (error) {
      // The others would hear the same; in some minutes they are asked for again.
      ctx.log.warn({ reason: String(error) }, 'the SMS service could not be asked what became of texts')
      break
    }
    const status = answer && statusOf(answer.status)
    if (!answer || !status || status === provider_state) continue
    const report = { messageId, attempt, providerId, status, errorCode: answer.errorCode }
    await enqueue(ctx.database, 'note-sms-report', report)
    news += 1
  }
  if (news > 0) ctx.log.info({ rows: news }, 'texts had news of which no report had come')
  return news
}
