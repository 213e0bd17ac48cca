import type { Context } from '#server/gateways/context.ts'
import { RecipientRefused } from '#server/gateways/email/email-gateway.ts'
import { addMilliseconds, seconds } from '#server/platform/clock.ts'
import type { Executor } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { ORDER_COMPOSERS } from './compose-order-message.ts'
import { messageBatches } from './message-batches.ts'
import type { Composed, ComposedMail, MessageComposer, MessageComposers, MessageRow } from './message-composer.ts'
import { recordFailedTry, recordNothingToSend } from './message-failures.ts'
import { markOut } from './queries.ts'
import { SMS_TRIES_MAX, sendSms } from './send-sms.ts'

/** Tries of one message, over about two days: the waits between them grow. */
export const SEND_ATTEMPTS_MAX = 25

/** Until the second try; the waits after it grow. */
const FIRST_WAIT_MS = seconds(3)

/** Tries of a message whose recipient the mail server does not know: another would hear the same. */
const ONLY_TRY = 1

/** Who composes a kind. */
export const composerOf = (kind: MessageRow['kind'], composers: MessageComposers): MessageComposer | undefined =>
  ({ ...composers, ...ORDER_COMPOSERS })[kind]

/** The mail is out, and its row waits for what follows from it. */
const UNFOLLOWED = 'The mail server took the mail, but what follows from it could not be done yet.'

const isText = (composed: Exclude<Composed, { failed: string }>) => 'channel' in composed

/** @throws Error when the mail server did not accept it and the job is to try again */
async function sendMail(ctx: Context, message: MessageRow, mail: ComposedMail): Promise<void> {
  const { message_id: messageId } = message
  const { onSent, triesMax = SEND_ATTEMPTS_MAX, ...letter } = mail
  try {
    if (!message.sent_at)
      await ctx.gateways.email.send({
        ...letter,
        messageId: `${messageId}@${new URL(ctx.publicUrl).hostname}`,
        from: ctx.config.mailFrom,
      })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    // Whoever wrote to a wrong address must hear it while it can be put right, not after two days of tries.
    const isRefused = error instanceof RecipientRefused
    const tried = { text: why, to: mail.to, triesMax: isRefused ? ONLY_TRY : triesMax, why: 'refused' as const }
    const state = await recordFailedTry(ctx, message, isRefused ? tried : { ...tried, why: 'gave_up' })
    // A job whose message has failed before its own tries are used up has nothing left to do.
    if (isRefused || (state === 'failed' && triesMax < SEND_ATTEMPTS_MAX)) return
    throw error
  }
  const sent = { messageId, sentAt: ctx.clock.now(), sentTo: mail.to, onSent }
  try {
    await messageBatches(ctx).markSent(sent)
  } catch (error) {
    // The next try of the job does only what follows: nobody wants the same mail a dozen times.
    if (onSent) await ctx.database.run(markOut, { messageId, now: ctx.clock.now(), lastError: UNFOLLOWED })
    throw error
  }
}

/** Hands a composed message over. */
type HandOver = () => Promise<void>

const NOTHING_TO_DO: HandOver = async () => undefined

/** Composes a message that waits. @throws Error when its composer threw; the job is to try again */
async function composeMessage(ctx: Context, messageId: string, composers: MessageComposers): Promise<HandOver> {
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
    // What our own code says about its failure is for the log, not for the people who read the row.
    const text = 'the message could not be composed'
    const triesMax = message.channel === 'sms' ? SMS_TRIES_MAX : SEND_ATTEMPTS_MAX
    await recordFailedTry(ctx, message, { text, to: null, triesMax, why: 'gave_up' })
    throw error
  }
  if ('failed' in composed) return endUnsent(composed.failed)
  const letter = composed
  if (isText(letter) !== (message.channel === 'sms'))
    return endUnsent(`nothing composes the kind ${message.kind} for ${message.channel}`, 'error')
  return 'channel' in letter ? () => sendSms(ctx, message, letter) : () => sendMail(ctx, message, letter)
}

/**
 * Hands a message to the mail server or the SMS service. Run again after it was accepted it does nothing; run again after a
 * try whose answer was lost it names the same message, so that a mail server can drop the repeat, and the SMS service's
 * report says that there is nothing to repeat.
 *
 * @param composers of the kinds that other features own; a message of a kind without one fails for good
 * @throws Error when it was not accepted, or its composer threw; the job then tries again
 */
export async function sendMessage(ctx: Context, messageId: string, composers: MessageComposers): Promise<void> {
  const handOver = await composeMessage(ctx, messageId, composers)
  await handOver()
}

/** Gives a message a job of its own, not before an instant; it has one at most. */
export const enqueueSending = (executor: Executor, messageId: string, runAt: Date): Promise<void> =>
  enqueue(executor, 'send-message', { messageId }, { key: `message:${messageId}`, runAt })

/**
 * The first try of messages that were written together, handed over in their order, so that two to one person come as they were
 * written. One that was not accepted gets a job of its own, for the tries that it has left; so a slow or wrong address holds up no
 * other.
 */
export async function sendMessages(
  ctx: Context,
  messageIds: readonly string[],
  composers: MessageComposers,
): Promise<void> {
  const composed = await Promise.allSettled(messageIds.map((messageId) => composeMessage(ctx, messageId, composers)))
  await Promise.all(
    messageIds.map(async (messageId, index) => {
      try {
        const its = composed[index]
        if (its?.status === 'rejected') throw its.reason
        await its?.value()
      } catch (error) {
        ctx.log.warn({ messageId, reason: String(error) }, 'a message was not sent and will be tried again')
        await enqueueSending(ctx.database, messageId, addMilliseconds(ctx.clock.now(), FIRST_WAIT_MS))
      }
    }),
  )
}
