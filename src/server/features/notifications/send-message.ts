import type { Context } from '#server/gateways/context.ts'
import { RecipientRefused } from '#server/gateways/email/email-gateway.ts'
import { inTransaction } from '#server/platform/database.ts'
import { ORDER_COMPOSERS } from './compose-order-message.ts'
import type { ComposedMail, MessageComposer, MessageComposers, MessageRow } from './message-composer.ts'
import { findMessage, markFailed, markSent, markTried } from './queries.ts'

/** Tries of one message, over about two days: the waits between them grow. */
export const SEND_ATTEMPTS_MAX = 25

/** Tries of a message whose recipient the mail server does not know: another would hear the same. */
const ONLY_TRY = 1

/** Room for the answer of a mail server; more is noise. */
const ERROR_TEXT_MAX = 300

const composerOf = (kind: MessageRow['kind'], composers: MessageComposers): MessageComposer | undefined =>
  ({ ...composers, ...ORDER_COMPOSERS })[kind]

/** Notes a try that may succeed later, or the last one: then the message has failed, as its readers must see. */
async function noteFailedTry(
  ctx: Context,
  message: MessageRow,
  why: string,
  to: string | null,
  triesMax = SEND_ATTEMPTS_MAX,
): Promise<void> {
  await ctx.database.run(markTried, [message.message_id, why.slice(0, ERROR_TEXT_MAX), triesMax, to])
}

async function hand(ctx: Context, messageId: string, { onSent: _, ...mail }: ComposedMail): Promise<void> {
  await ctx.gateways.email.send({
    ...mail,
    messageId: `${messageId}@${new URL(ctx.publicUrl).hostname}`,
    from: ctx.config.mailFrom,
  })
}

/**
 * Hands a message to the mail server. Run again after it was accepted it does nothing; run again after a try whose answer
 * was lost it sends the same Message-ID, so that the server can drop the repeat.
 *
 * @param composers of the kinds that other features own; a message of a kind without one fails for good
 * @throws Error when the mail server did not accept it, or its composer threw; the job then tries again
 */
export async function sendMessage(ctx: Context, messageId: string, composers: MessageComposers): Promise<void> {
  const [message] = await ctx.database.run(findMessage, [messageId])
  if (message?.state !== 'waiting') return
  const note = (why: string, level: 'warn' | 'error' = 'warn') =>
    ctx.log[level]({ messageId, kind: message.kind, reason: why }, 'a message is not sent')
  const fail = async (why: string, level?: 'error') => {
    await ctx.database.run(markFailed, [messageId, why.slice(0, ERROR_TEXT_MAX)])
    note(why, level)
  }
  const compose = composerOf(message.kind, composers)
  if (!compose) return fail(`nothing composes messages of the kind ${message.kind}`, 'error')

  let mail: Awaited<ReturnType<MessageComposer>>
  try {
    mail = await compose(ctx, message)
  } catch (error) {
    // What our own code says about its failure is for the log, not for the people who read the row.
    await noteFailedTry(ctx, message, 'the message could not be composed', null)
    throw error
  }
  if ('failed' in mail) return fail(mail.failed)
  try {
    await hand(ctx, messageId, mail)
  } catch (error) {
    // Whoever wrote to a wrong address must hear it while it can be put right, not after two days of tries.
    if (error instanceof RecipientRefused) {
      await noteFailedTry(ctx, message, error.message, mail.to, ONLY_TRY)
      return note(error.message)
    }
    await noteFailedTry(ctx, message, error instanceof Error ? error.message : String(error), mail.to)
    throw error
  }
  const { onSent } = mail
  const sent = [messageId, ctx.clock.now(), mail.to]
  if (!onSent) {
    await ctx.database.run(markSent, sent)
    return
  }
  await inTransaction(ctx, async (tx) => {
    await tx.run(markSent, sent)
    await onSent(tx)
  })
}
