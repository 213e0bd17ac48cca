/** How a try that failed, and a message that cannot be sent any more, are kept; and who hears of the end of one. */
import type { Context } from '#server/gateways/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { MessageRow } from './message-composer.ts'
import { type MessageFailure, tellFailure } from './message-failures.ts'
import { markFailed, markTried } from './queries.ts'

/** Room for the answer of a server; more is noise. */
const ERROR_TEXT_MAX = 300

/**
 * Notes a try that may succeed later, or the last one: then the message has failed, as its readers must see.
 *
 * @param tried.text for people, without address or number; `to` whom the try was for, null where that was not known yet
 * @param tried.why what it has failed of, if this was the last
 * @param tried.isCounted the try was counted before it was made
 * @returns its state now
 */
export async function recordFailedTry(
  ctx: Context,
  message: MessageRow,
  tried: { text: string; to: string | null; triesMax: number; why: MessageFailure['why']; isCounted?: boolean },
): Promise<MessageRow['state'] | undefined> {
  const text = tried.text.slice(0, ERROR_TEXT_MAX)
  const state = await inTransaction(ctx, async (tx) => {
    const [noted] = await tx.run(markTried, {
      messageId: message.message_id,
      error: text,
      triesMax: tried.triesMax,
      address: tried.to,
      tries: tried.isCounted ? 0 : 1,
    })
    if (noted?.state === 'failed') await tellFailure(ctx, tx, message, tried.why)
    return noted?.state
  })
  if (state === 'failed') logUnsent(ctx, message, text)
  return state
}

/** Notes that there is nothing to send (any more), and why, for people who read the row. */
export async function recordNothingToSend(
  ctx: Context,
  message: MessageRow,
  text: string,
  level: 'warn' | 'error' = 'warn',
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [failed] = await tx.run(markFailed, {
      messageId: message.message_id,
      lastError: text.slice(0, ERROR_TEXT_MAX),
    })
    if (failed) await tellFailure(ctx, tx, message, 'nothing_to_send')
  })
  logUnsent(ctx, message, text, level)
}

/** One line for each message that ended unsent. */
export function logUnsent(ctx: Context, message: MessageRow, reason: string, level: 'warn' | 'error' = 'warn'): void {
  ctx.log[level]({ messageId: message.message_id, kind: message.kind, reason }, 'a message is not sent')
}
