import type { Context } from '#server/gateways/context.ts'
import { RecipientRefused } from '#server/gateways/email/email-gateway.ts'
import { addMilliseconds, seconds } from '#server/platform/clock.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { NoAnswer, noteSilence } from '#server/platform/jobs/outages.ts'
import { ORDER_COMPOSERS } from './compose-order-message.ts'
import type { Composed, ComposedMail, MessageComposer, MessageComposers, MessageRow } from './message-composer.ts'
import { noteTaken, recordFailedTry, recordNothingToSend, takerOf } from './message-failures.ts'
import { markOut } from './queries.ts'
import { messageBatches } from './queue-message.ts'
import { SMS_TRIES_MAX, sendSms } from './sms.ts'
import { writeLetter } from './write-letter.ts'

/** Tries of one message over about four days, at growing intervals. */
export const SEND_ATTEMPTS_MAX = 25
const FIRST_WAIT_MS = seconds(3)

export const composerOf = (kind: MessageRow['kind'], composers: MessageComposers): MessageComposer | undefined =>
  ({ ...composers, ...ORDER_COMPOSERS })[kind]

const UNFOLLOWED = 'The mail server took the mail, but what follows from it could not be done yet.'

/** @throws Error if the mail server did not accept it and the job must try again */
async function sendMail(ctx: Context, message: MessageRow, mail: ComposedMail): Promise<void> {
  const { message_id: messageId } = message
  const { onSent, triesMax = SEND_ATTEMPTS_MAX, ...composed } = mail
  const letter = 'html' in composed ? composed : { ...composed, ...writeLetter(composed, ctx.config.brand) }
  try {
    if (!message.sent_at)
      await ctx.gateways.email.send({
        ...letter,
        messageId: `${messageId}@${new URL(ctx.publicUrl).hostname}`,
        from: ctx.config.mailFrom,
      })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (error instanceof NoAnswer) noteSilence(ctx, takerOf('email'))
    // Someone who wrote to a wrong address must know while it can be fixed, not after days of tries.
    const isRefused = error instanceof RecipientRefused
    const tried = { text: why, to: mail.to, triesMax: isRefused ? 1 : triesMax }
    const state = await recordFailedTry(ctx, message, { ...tried, why: isRefused ? 'refused' : 'gave_up' })
    // If the message has failed before the job used up its tries, the job has nothing left to do.
    if (isRefused || (state === 'failed' && triesMax < SEND_ATTEMPTS_MAX)) return
    throw error
  }
  await noteTaken(ctx, 'email')
  const sent = { messageId, sentAt: ctx.clock.now(), sentTo: mail.to, onSent }
  try {
    await messageBatches(ctx).markSent(sent)
  } catch (error) {
    // The job's next try does only what follows: no one wants the same email a dozen times.
    if (onSent) await ctx.database.run(markOut, { messageId, now: ctx.clock.now(), lastError: UNFOLLOWED })
    throw error
  }
}

const NOTHING_TO_DO = async () => undefined

/** Composes a waiting message. @returns what sends it. @throws Error if its composer threw and the job must try again */
async function composeMessage(ctx: Context, messageId: string, composers: MessageComposers) {
  const message = await messageBatches(ctx).find(messageId)
  if (message?.state !== 'waiting') return NOTHING_TO_DO
  const endUnsent = async (why: string, level?: 'error') => {
    await recordNothingToSend(ctx, message, why, level)
    return NOTHING_TO_DO
  }
  const compose = composerOf(message.kind, composers)
  if (!compose) return endUnsent(`nothing composes messages of the kind ${message.kind}`, 'error')
  let composed: Composed
  try {
    composed = await compose(ctx, message)
  } catch (error) {
    const triesMax = message.channel === 'sms' ? SMS_TRIES_MAX : SEND_ATTEMPTS_MAX
    // Errors in our own code go to the log, not to people who read the row.
    const text = 'the message could not be composed'
    await recordFailedTry(ctx, message, { text, to: null, triesMax, why: 'gave_up' })
    throw error
  }
  if ('failed' in composed) return endUnsent(composed.failed)
  const letter = composed
  if ('channel' in letter !== (message.channel === 'sms'))
    return endUnsent(`nothing composes the kind ${message.kind} for ${message.channel}`, 'error')
  return 'channel' in letter ? () => sendSms(ctx, message, letter) : () => sendMail(ctx, message, letter)
}

/**
 * Gives a message to the mail server or the SMS service. Once it was accepted, running this again does nothing. If a
 * reply was lost, the next run names the same message, so a mail server can drop the duplicate.
 * @param composers of the kinds that other features own
 * @throws Error if it was not accepted or its composer threw; the job then tries again
 */
export async function sendMessage(ctx: Context, messageId: string, composers: MessageComposers): Promise<void> {
  const handOver = await composeMessage(ctx, messageId, composers)
  await handOver()
}

/** Gives a message its own job, not before a given time; it has at most one. */
export const enqueueSending = (executor: Executor, messageId: string, runAt: Date): Promise<void> =>
  enqueue(executor, 'send-message', { messageId }, { key: `message:${messageId}`, runAt })

/** Makes the first try for messages that were written together. One not accepted gets a job of its own. */
export async function sendMessages(ctx: Context, messageIds: readonly string[], composers: MessageComposers) {
  const composed = await Promise.allSettled(messageIds.map((messageId) => composeMessage(ctx, messageId, composers)))
  await Promise.all(
    messageIds.map(async (messageId, index) => {
      try {
        const its = composed[index]
        if (its?.status === 'rejected') throw its.reason
        await its?.value()
      } catch (error) {
        ctx.node.warn(ctx.log, { messageId, reason: String(error) }, 'a message was not sent and will be tried again')
        await enqueueSending(ctx.database, messageId, addMilliseconds(ctx.clock.now(), FIRST_WAIT_MS))
      }
    }),
  )
}
