/** Text messages: sending them, what the provider reports about them, and who wants none. */
import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { NumberRefused, NumberStopped } from '#server/gateways/sms/sms-gateway.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { NoAnswer, noteSilence } from '#server/platform/jobs/outages.ts'
import { forgetting } from '#server/platform/jobs/retention.ts'
import { textableNumber } from '#server/platform/text/phone-numbers.ts'
import type { ComposedSms, MessageRow } from './message-composer.ts'
import { logUnsent, noteTaken, recordFailedTry, recordNothingToSend, takerOf, tellFailure } from './message-failures.ts'

export const writeSmsMessage = statement('messages.write_sms')`
  insert into messages (message_id, kind, subject_id, created_at, channel, sent_to) values ($messageId, $kind, $subjectId, $now, 'sms', $sentTo)
  on conflict do nothing`

export const findCellPhone = statement('messages.find_cell_phone')`
  select cell_phone from orders where order_id = $orderId`

/** Returns a row if the owner of a number wants no texts. */
export const findStop = statement('messages.find_stop')`
  select number_key from sms_stops where number_key = $numberKey and stopped_at is not null`

/**
 * Claims a waiting text for one try and counts it before it is made, so no two tries have one number. No row if another
 * job has it, or if it is no longer waiting. `taken_id` is the service's id if the previous try is already out and only
 * its follow-up is missing; then no try is counted.
 */
export const claimText = statement('messages.claim_text')`
  update messages set claimed_until = $claimedUntil, attempts = attempts
    + case when provider_attempt = attempts and provider_state in ('queued', 'sent', 'delivered') then 0 else 1 end
  where message_id = $messageId and state = 'waiting' and (claimed_until is null or claimed_until <= $now)
  returning attempts, case when provider_attempt = attempts then provider_id end as taken_id`.as<{
  taken_id: string | null
}>()

/** Returns whether this made it sent: if a report of this try was faster than the reply, the report’s state stays. */
export const markTaken = statement('messages.mark_taken')`
  with before as materialized (
    select message_id, provider_attempt < $providerAttempt::int as is_news,
      state = 'waiting' and (provider_attempt < $providerAttempt
        or provider_attempt = $providerAttempt and provider_state in ('queued', 'sent', 'delivered')) as is_sent
    from messages where message_id = $messageId for update
  )
  update messages m set sent_to = $sentTo, sent_at = coalesce(sent_at, $now), claimed_until = null,
    provider_attempt = greatest(provider_attempt, $providerAttempt), provider_id = case when is_news then $providerId else provider_id end,
    provider_state = case when is_news then 'queued' else provider_state end,
    last_error = case when is_news or is_sent then null else last_error end,
    state = case when is_sent then 'sent' else state end
  from before where m.message_id = before.message_id returning before.is_sent`

/** Marks a text as out, though its follow-up could not be done yet. It waits for that and is not sent again. */
export const recordOut = statement('messages.note_out')`
  update messages set sent_to = $sentTo, sent_at = coalesce(sent_at, $now), claimed_until = null, provider_id = $providerId,
    provider_state = 'queued', provider_attempt = $providerAttempt, last_error = $lastError
  where message_id = $messageId and state = 'waiting'
    and (provider_attempt < $providerAttempt or provider_attempt = $providerAttempt and provider_state = 'queued')`

/** Marks a text as not sent, because its number's owner wants none. */
export const markStopped = statement('messages.mark_stopped')`
  update messages set state = 'stopped', last_error = $lastError, sent_to = $sentTo, claimed_until = null
  where message_id = $messageId and state in ('waiting', 'sent') returning message_id`

type ReportedColumns = 'message_id' | 'kind' | 'subject_id' | 'detail_id' | 'channel' | 'state' | 'attempts' | 'sent_to'

export interface ReportedRow extends Pick<MessageRow, ReportedColumns> {
  provider_state: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | null
  provider_attempt: number
}

/** Locks the text that a report is about. */
export const lockReported = statement('messages.lock_reported')`
  select message_id, kind, subject_id, detail_id, channel, state, attempts, sent_to, provider_state, provider_attempt from messages
  where message_id = $messageId and channel = 'sms' for update`

/** Records what the service said about a text: `providerState` is its state there, `state` its state here. */
export const recordReport = statement('messages.note_report')`
  update messages set provider_id = $providerId, provider_state = $providerState, provider_attempt = $providerAttempt,
    state = $state, last_error = $lastError?, sent_at = coalesce(sent_at, $now)
  where message_id = $messageId`

/** Texts without a final report, written since `createdAt`, sent between `sentAt` and `now`. `kinds`: for the index. */
export const listUnreported = statement('messages.list_unreported')`
  select message_id, provider_id, provider_attempt, provider_state from messages
  where kind = any($kinds::text[]) and state = 'sent' and created_at > $createdAt and channel = 'sms'
    and provider_state in ('queued', 'sent') and provider_id is not null and sent_at > $sentAt and sent_at <= $now
  order by sent_at limit $limit`.as<{ provider_state: 'queued' | 'sent' }>()

/** Stores a report once. No row if it came before. */
export const storeReport = statement('messages.store_report')`
  insert into sms_events (event_id, kind, received_at) values ($eventId, 'report', $now) on conflict do nothing returning event_id`

/** Stores a reply with a keyword once, and what it means for its number. */
export const storeReply = statement('messages.store_reply')`
  with fresh as (
    insert into sms_events (event_id, kind, received_at) values ($eventId, 'reply', $now) on conflict do nothing returning event_id
  )
  insert into sms_stops (number_key, keyword, replied_at, stopped_at)
  select $numberKey, $keyword::text, $now, case when $keyword::text = 'STOP' then $now::timestamptz end from fresh
  on conflict (number_key) do update set keyword = excluded.keyword, replied_at = excluded.replied_at,
    stopped_at = case excluded.keyword when 'STOP' then coalesce(sms_stops.stopped_at, excluded.replied_at)
      when 'UNSTOP' then null else sms_stops.stopped_at end`

/** Records a STOP that the service itself knows about. */
export const recordStop = statement('messages.note_stop')`
  insert into sms_stops (number_key, keyword, replied_at, stopped_at) values ($numberKey, 'STOP', $now, $now)
  on conflict (number_key) do update set stopped_at = coalesce(sms_stops.stopped_at, excluded.stopped_at)`

/** Deletes up to `limit` reports from before `before`. Replies stay, because otherwise one could be sent again later. */
export const forgetReports = forgetting('notifications.forget_reports', 'sms_events', 'event_id', 'received_at', {
  where: `kind = 'report'`,
})

/* Handles replies to texts. STOP applies until START, whatever the store has to say. */

/** The key of a number (E.164) in `sms_stops`: a keyed fingerprint, so the table is not a list of numbers. */
export const numberKeyOf = (ctx: Pick<PlatformContext, 'secrets'>, number: string): string =>
  deriveToken(ctx.secrets.fingerprints, 'sms-number', number)

type Keyword = 'STOP' | 'UNSTOP' | 'HELP'

/** The words that carriers require. @see https://help.twilio.com/articles/223134027 */
const KEYWORDS: Readonly<Record<Keyword, ReadonlySet<string>>> = {
  STOP: new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT', 'OPT-OUT']),
  UNSTOP: new Set(['START', 'UNSTOP', 'YES']),
  HELP: new Set(['HELP', 'INFO']),
}

const isKeyword = (word: string): word is Keyword => Object.hasOwn(KEYWORDS, word)

/** The keyword of a reply: the whole reply, not a word in a sentence, except for "stop …" and "please stop …". */
export function keywordOf(fields: { body: string; optOutType: string | null }): Keyword | null {
  // Set if the service itself was told to handle keywords, in any language.
  const told = fields.optOutType?.toUpperCase() === 'START' ? 'UNSTOP' : fields.optOutType?.toUpperCase()
  if (told && isKeyword(told)) return told
  const letters = fields.body.toUpperCase().replace(/[^A-Z -]/g, ' ')
  const words = letters.replace(/\s+/g, ' ').trim()
  const found = (Object.keys(KEYWORDS) as Keyword[]).find((keyword) => KEYWORDS[keyword].has(words))
  // Someone who writes "please stop texting me" means it. If we are wrong here, it costs one text.
  return found ?? (/^(PLEASE )?(STOP|UNSUBSCRIBE)\b/.test(words) ? 'STOP' : null)
}

/** Stores a reply to a text, once by its id, if it has a keyword and comes from a number. */
export async function receiveReply(ctx: PlatformContext, fields: URLSearchParams): Promise<void> {
  const eventId = fields.get('MessageSid')
  const number = textableNumber(fields.get('From'))
  const keyword = keywordOf({ body: fields.get('Body') ?? '', optOutType: fields.get('OptOutType') })
  if (!eventId || !number || !keyword || eventId.length > 100) return
  await ctx.database.run(storeReply, { eventId, now: ctx.clock.now(), numberKey: numberKeyOf(ctx, number), keyword })
  ctx.log.info({ keyword }, 'a keyword was answered to a text')
}

/** Tries of one text over half an hour: news by phone is short-lived, and most of it also goes another way. */
export const SMS_TRIES_MAX = 8
/** Longer than the service may take for one try, including its waits. */
const CLAIM_MS = minutes(1)
const UNFOLLOWED = 'The SMS service took the text, but what follows from it could not be done yet.'
const STOPPED = 'The owner of this number wants no text messages (STOP).'

async function stop(ctx: Context, message: MessageRow, number: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [stopped] = await tx.run(markStopped, { messageId: message.message_id, lastError: STOPPED, sentTo: number })
    if (stopped) await tellFailure(ctx, tx, message, 'stopped')
  })
  logUnsent(ctx, message, STOPPED)
}

/** @throws Error if the service may take it later and the job must try again */
async function recordRefusal(
  ctx: Context,
  message: MessageRow,
  { error, number, triesMax }: { error: unknown; number: string; triesMax: number },
): Promise<void> {
  if (error instanceof NumberStopped) {
    await ctx.database.run(recordStop, { numberKey: numberKeyOf(ctx, number), now: ctx.clock.now() })
    return stop(ctx, message, number)
  }
  const text = error instanceof Error ? error.message : String(error)
  const how =
    error instanceof NumberRefused ? { triesMax: 1, why: 'refused' as const } : { triesMax, why: 'gave_up' as const }
  const state = await recordFailedTry(ctx, message, { text, to: number, ...how, isCounted: true })
  // If the message is no longer waiting, the job has nothing to do: it has failed, or a report said that it was sent.
  if (state === 'waiting') throw error
}

/**
 * Gives a text to the SMS service, unless the number's owner wants none. It is not repeated if only the follow-up
 * failed, because the service cannot detect duplicates.
 * @throws Error if the service did not take it or another job has it; the job must try again
 */
export async function sendSms(ctx: Context, message: MessageRow, sms: ComposedSms): Promise<void> {
  const number = textableNumber(sms.to)
  if (!number) return recordNothingToSend(ctx, message, 'there is no number that takes text messages')
  const { message_id: messageId } = message
  const [stopped] = await ctx.database.run(findStop, { numberKey: numberKeyOf(ctx, number) })
  if (stopped) return stop(ctx, message, number)
  const now = ctx.clock.now()
  const [claimed] = await ctx.database.run(claimText, { messageId, now, claimedUntil: addMilliseconds(now, CLAIM_MS) })
  if (!claimed) throw new Error('another job hands this text over at this moment')

  const { attempts: attempt, taken_id: takenId } = claimed
  let providerId = takenId
  if (providerId === null) {
    try {
      providerId = (await ctx.gateways.sms.send({ to: number, text: sms.text, key: messageId, attempt })).providerId
      await noteTaken(ctx, 'sms')
    } catch (error) {
      if (error instanceof NoAnswer) noteSilence(ctx, takerOf('sms'))
      return recordRefusal(ctx, message, { error, number, triesMax: sms.triesMax ?? SMS_TRIES_MAX })
    }
  }
  const taken = { messageId, now: ctx.clock.now(), sentTo: number, providerId, providerAttempt: attempt }
  try {
    await inTransaction(ctx, async (tx) => {
      const [noted] = await tx.run(markTaken, taken)
      // A report may have come first; then the follow-up was done with it, or waits for another try.
      if (noted?.is_sent) await sms.onSent?.(tx)
    })
  } catch (error) {
    await ctx.database.run(recordOut, { ...taken, lastError: UNFOLLOWED })
    throw error
  }
}

export const SmsReport = z.object({
  messageId: z.string(),
  attempt: z.int(),
  providerId: z.string(),
  status: z.enum(['queued', 'sent', 'delivered', 'undelivered', 'failed']),
  errorCode: z.nullable(z.int()),
})
export type SmsReport = z.infer<typeof SmsReport>

/** The service's names for a text's state, as far as they matter to a reader. */
const STATUSES: Readonly<Record<string, SmsReport['status']>> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
}

export const statusOf = (word: string) => (Object.hasOwn(STATUSES, word) ? (STATUSES[word] ?? null) : null)

/** Tries of a text that did not arrive: a phone that was off may be on again within a quarter of an hour. */
const DELIVERY_TRIES_MAX = 3
const RETRY_IN_MS = [minutes(2), minutes(10)] as const
const RANKS = { queued: 0, sent: 1, delivered: 2, undelivered: 2, failed: 2 } as const
const STOPPED_CODE = 21610

/** Failures that no retry can fix, in words. Every other code is retried. @see https://www.twilio.com/docs/api/errors */
const FINAL_CODES: Readonly<Record<number, string>> = {
  30004: 'the number blocks text messages',
  30005: 'the number is not in use',
  30006: 'the number is a landline, or its network takes no texts',
  30007: 'the network took it for spam',
  30034: 'the sender is not registered with the networks',
}

/** Whether a report is news: about a later try, or about the same try and further along. Reports come in any order. */
function isNews(message: ReportedRow, { attempt, status }: SmsReport): boolean {
  if (!(attempt >= 1 && attempt <= message.attempts)) return false
  if (attempt !== message.provider_attempt) return attempt > message.provider_attempt
  return RANKS[status] > (message.provider_state === null ? -1 : RANKS[message.provider_state])
}

/** Returns the message's state and the text for its readers; null if it is not news. `retryInMs` if it is tried again. */
export function decideReport(
  message: ReportedRow,
  report: SmsReport,
): { state: ReportedRow['state']; text: string | null; retryInMs?: number } | null {
  if (!isNews(message, report)) return null
  if (report.status !== 'undelivered' && report.status !== 'failed') return { state: 'sent', text: null }
  const { errorCode: code, attempt } = report
  const why = (code !== null && FINAL_CODES[code]) || (code === null ? 'no reason was given' : `error ${code}`)
  const text = `The text did not arrive: ${why}.`
  // A message that ended earlier, for another reason or by hand, stays ended.
  if (message.state === 'failed' || message.state === 'stopped') return { state: message.state, text }
  if (code === STOPPED_CODE) return { state: 'stopped', text }
  const retryInMs = RETRY_IN_MS[attempt - 1]
  const isFinal = attempt >= DELIVERY_TRIES_MAX || retryInMs === undefined || (code !== null && code in FINAL_CODES)
  return isFinal ? { state: 'failed', text } : { state: 'waiting', text, retryInMs }
}
