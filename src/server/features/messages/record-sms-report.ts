/** The SMS service's reports about texts. It sends them only a few times within seconds, so the store also asks. */
import { MESSAGE_KINDS } from '#contract/admin/messages.ts'
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, days, hours, minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import type { MessageComposers } from './message-composer.ts'
import { tellFailure } from './message-failures.ts'
import { findMessages } from './queries.ts'
import { composerOf, enqueueSending } from './send-message.ts'
import * as sms from './sms.ts'

function readReport(query: URLSearchParams, fields: URLSearchParams): sms.SmsReport | null {
  const errorCode = Number(fields.get('ErrorCode') || NaN)
  const report = sms.SmsReport.safeParse({
    messageId: query.get('message'),
    attempt: Number(query.get('attempt')),
    providerId: fields.get('MessageSid'),
    status: sms.statusOf(fields.get('MessageStatus') ?? ''),
    errorCode: Number.isInteger(errorCode) ? errorCode : null,
  })
  const isNamed = report.success && report.data.providerId.length <= 100 && report.data.messageId.length <= 250
  return isNamed ? report.data : null
}

/** Stores a report once, with the job that records it on its message, so another node does that if this one dies. */
export async function receiveReport(ctx: Context, query: URLSearchParams, fields: URLSearchParams): Promise<void> {
  const report = readReport(query, fields)
  if (!report) return
  await inTransaction(ctx, async (tx) => {
    const eventId = `${report.providerId} ${report.status}`
    const [fresh] = await tx.run(sms.storeReport, { eventId, now: ctx.clock.now() })
    if (fresh) await enqueue(tx, 'note-sms-report', report)
  })
}

async function followUpOf(ctx: Context, messageId: string, composers: MessageComposers) {
  const [message] = await ctx.database.run(findMessages, { messageIds: [messageId] })
  if (!message || message.state === 'sent') return undefined
  const composed = await composerOf(message.kind, composers)?.(ctx, message)
  return composed && 'channel' in composed ? composed.onSent : undefined
}

/** Records a report on its message: it arrived, is retried, or has failed. Repeating it changes nothing. */
export async function recordSmsReport(ctx: Context, report: sms.SmsReport, composers: MessageComposers): Promise<void> {
  const { messageId, providerId, status: providerState, attempt: providerAttempt } = report
  const isLost = providerState === 'undelivered' || providerState === 'failed'
  const onSent = isLost ? undefined : await followUpOf(ctx, messageId, composers)
  await inTransaction(ctx, async (tx) => {
    const [message] = await tx.run(sms.lockReported, { messageId })
    const decision = message && sms.decideReport(message, report)
    if (!message || !decision) return
    const { state, text: lastError, retryInMs } = decision
    const now = ctx.clock.now()
    await tx.run(sms.recordReport, { messageId, providerId, providerState, providerAttempt, state, lastError, now })
    if (state === 'waiting') await enqueueSending(tx, messageId, addMilliseconds(now, retryInMs ?? 0))
    if (state === message.state) return
    if (state === 'sent') await onSent?.(tx)
    if (state === 'stopped' && message.sent_to)
      await tx.run(sms.recordStop, { numberKey: sms.numberKeyOf(ctx, message.sent_to), now })
    if (state === 'failed') await tellFailure(ctx, tx, message, 'undelivered')
    if (state === 'stopped') await tellFailure(ctx, tx, message, 'stopped')
  })
}

const KINDS = Object.keys(MESSAGE_KINDS)
/** By then, networks that send reports have sent one. */
const ASKED_AFTER_MS = minutes(15)
/** A network that says nothing for this long never will. */
const ASKED_FOR_MS = hours(2)
/** This includes texts that were retried later. Looking further back would read far more for almost none. */
const WRITTEN_WITHIN_MS = days(1)
/** One after another, about 100 ms each; a later run does the rest. */
const TEXTS_AT_ONCE = 200

/** Asks about texts with an unknown outcome. The answer counts as a report. Returns how many had news. */
export async function askSmsStates(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const before = (milliseconds: number) => addMilliseconds(now, -milliseconds)
  const texts = await ctx.database.run(sms.listUnreported, {
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
      // The others would fail the same way; the next run asks for them in a few minutes.
      ctx.node.warn(ctx.log, { reason: String(error) }, 'the SMS service could not be asked what became of texts')
      break
    }
    const status = answer && sms.statusOf(answer.status)
    if (!answer || !status || status === provider_state) continue
    const report = { messageId, attempt, providerId, status, errorCode: answer.errorCode }
    await enqueue(ctx.database, 'note-sms-report', report)
    news += 1
  }
  if (news > 0) ctx.log.info({ rows: news }, 'texts had news of which no report had come')
  return news
}
