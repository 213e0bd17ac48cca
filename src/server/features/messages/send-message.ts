import type { Context } from '#server/gateways/context.ts'
import { RecipientRefused } from '#server/gateways/email/email-gateway.ts'
import { inTransaction } from '#server/platform/database.ts'
import { readConfirmed } from '#server/platform/read-confirmed.ts'
import { ORDER_COMPOSERS } from './compose-order-message.ts'
import type { Composed, ComposedMail, MessageComposer, MessageComposers, MessageRow } from './message-composer.ts'
import { recordFailedTry, recordNothingToSend } from './message-failures.ts'
import { findMessage, markOut, markSent } from './queries.ts'
import { SMS_TRIES_MAX, sendSms } from './send-sms.ts'

/** Tries of one message, over about two days: the waits between them grow. */
export const SEND_ATTEMPTS_MAX = 25

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
  const sent = { messageId, now: ctx.clock.now(), sentTo: mail.to }
  if (!onSent) {
    await ctx.database.run(markSent, sent)
    return
  }
  try {
    await inTransaction(ctx, async (tx) => {
      await tx.run(markSent, sent)
      await onSent(tx)
    })
  } catch (error) {
    // The next try of the job does only what follows: nobody wants the same mail a dozen times.
    await ctx.database.run(markOut, { messageId, now: ctx.clock.now(), lastError: UNFOLLOWED })
    throw error
  }
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
  // Nobody is told what may still get lost.
  const [message] = await readConfirmed(ctx, (database) => database.run(findMessage, { messageId }))
  if (message?.state !== 'waiting') return
  const compose = composerOf(message.kind, composers)
  if (!compose)
    return recordNothingToSend(ctx, message, `nothing composes messages of the kind ${message.kind}`, 'error')

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
  if ('failed' in composed) return recordNothingToSend(ctx, message, composed.failed)
  if (isText(composed) !== (message.channel === 'sms'))
    return recordNothingToSend(
      ctx,
      message,
      `nothing composes the kind ${message.kind} for ${message.channel}`,
      'error',
    )
  if (!('channel' in composed)) return sendMail(ctx, message, composed)
  return sendSms(ctx, message, composed)
}
