import type { Context } from '#server/gateways/context.ts'
import { NumberRefused, NumberStopped } from '#server/gateways/sms/sms-gateway.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database.ts'
import { NoAnswer, noteSilence } from '#server/platform/jobs/outages.ts'
import { textableNumber } from '#server/platform/phone-numbers.ts'
import type { ComposedSms, MessageRow } from './message-composer.ts'
import { logUnsent, noteTaken, recordFailedTry, recordNothingToSend, takerOf, tellFailure } from './message-failures.ts'
import { claimText, findStop, markStopped, markTaken, recordOut, recordStop } from './sms-queries.ts'
import { numberKeyOf } from './sms-stops.ts'

/** Tries of one text over half an hour: news by phone is short-lived, and most of it also goes another way. */
export const SMS_TRIES_MAX = 8

/** Tries for a number that cannot receive texts: another would get the same answer. */
const ONLY_TRY = 1

/** Longer than the service may take for one try, including its waits. */
const CLAIM_MS = minutes(1)

/** The text is out, and its row waits for what follows from it. */
const UNFOLLOWED = 'The SMS service took the text, but what follows from it could not be done yet.'

const STOPPED = 'The owner of this number wants no text messages (STOP).'

/** Records a text as stopped, once. */
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
  tried: { error: unknown; number: string; triesMax: number },
): Promise<void> {
  const { error, number } = tried
  if (error instanceof NumberStopped) {
    await ctx.database.run(recordStop, { numberKey: numberKeyOf(ctx, number), now: ctx.clock.now() })
    return stop(ctx, message, number)
  }
  const text = error instanceof Error ? error.message : String(error)
  const isRefused = error instanceof NumberRefused
  const triesMax = isRefused ? ONLY_TRY : tried.triesMax
  const why = isRefused ? 'refused' : 'gave_up'
  const state = await recordFailedTry(ctx, message, { text, to: number, triesMax, why, isCounted: true })
  // If the message is no longer waiting, the job has nothing to do: it has failed, or a report said that it was sent.
  if (state === 'waiting') throw error
}

/**
 * Gives a text to the SMS service, unless the number's owner wants none. One job at a time does this, and it is not
 * repeated if only the follow-up failed, because the service cannot detect duplicates.
 *
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
