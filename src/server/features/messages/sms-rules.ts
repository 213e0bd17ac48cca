/** Decides what a report about a text means for its message. */
import * as z from 'zod/mini'
import { minutes } from '#server/platform/clock.ts'
import type { ReportedRow } from './sms-queries.ts'

/** A report as its job gets it. It has no number; the message has that. */
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

/** What one of these names means; null if unknown. */
export const statusOf = (word: string): SmsReport['status'] | null =>
  Object.hasOwn(STATUSES, word) ? (STATUSES[word] ?? null) : null

/** Tries of a text that did not arrive: a phone that was off may be on again within a quarter of an hour. */
export const DELIVERY_TRIES_MAX = 3
/** Before the second and the third. */
const RETRY_IN_MS = [minutes(2), minutes(10)] as const

const RANKS: Readonly<Record<SmsReport['status'], number>> = {
  queued: 0,
  sent: 1,
  delivered: 2,
  undelivered: 2,
  failed: 2,
}

/** The owner of the number replied STOP. */
const STOPPED_CODE = 21610

/**
 * Failures that no retry can fix, in words. Every other code is retried.
 * @see https://www.twilio.com/docs/api/errors
 */
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

/**
 * @returns the message's state and the text for its readers; null if it is not news. `retryInMs` if it waits for
 * another try
 */
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
