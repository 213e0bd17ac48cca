/** What became of texts whose reports did not come: a report is sent a few times within seconds, and a store may be down. */
import { MESSAGE_KINDS } from '#contract/admin/messages.ts'
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, days, hours, minutes } from '#server/platform/clock.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { listUnreported } from './sms-queries.ts'
import { statusOf } from './sms-rules.ts'

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
