/** Records failed tries and failed messages, and tells features that need to know when a message will not arrive. */
import type { Context } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { noteAnswer } from '#server/platform/jobs/outages.ts'
import type { MessageRow } from './message-composer.ts'
import { hurryMessages, markFailed, markTried, setAside } from './queries.ts'

/** A message that has failed for good, unless someone retries it. Its facts are as in tables.ts. */
export interface MessageFailure {
  messageId: string
  kind: MessageRow['kind']
  subjectId: string
  detailId: string | null
  channel: MessageRow['channel']
  /**
   * `refused`: the server or service will never take it for this recipient. `gave_up`: all tries failed. `undelivered`:
   * the service took the text, but it did not arrive. `stopped`: the number's owner wants no texts. `nothing_to_send`:
   * its composer had nothing to say, no number or no address.
   */
  why: 'refused' | 'gave_up' | 'undelivered' | 'stopped' | 'nothing_to_send'
}

/** In the transaction that records the failure. Must be repeatable: what a person retries can fail again. */
export type FailureListener = (ctx: PlatformContext, tx: Transaction, failure: MessageFailure) => Promise<void>

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Listeners of features above messages that try another way after a failure; `core.ts` lists them. */
    readonly failureListeners: FailureListener[]
  }
}

/** Marks failed messages as needing no attention, because their news goes another way. */
export async function setFailedAside(ctx: PlatformContext, tx: Transaction, messageIds: readonly string[]) {
  if (messageIds.length > 0) await tx.run(setAside, { messageIds, now: ctx.clock.now() })
}

/** Calls all listeners, one after another. Call it after every statement that ends a message as failed or stopped. */
export async function tellFailure(
  ctx: PlatformContext,
  tx: Transaction,
  message: Pick<MessageRow, 'message_id' | 'kind' | 'subject_id' | 'detail_id' | 'channel'>,
  why: MessageFailure['why'],
): Promise<void> {
  const { message_id: messageId, kind, subject_id: subjectId, detail_id: detailId, channel } = message
  for (const listener of ctx.node.failureListeners)
    await listener(ctx, tx, { messageId, kind, subjectId, detailId, channel, why })
}

const ERROR_TEXT_MAX = 300

/**
 * Records a failed try. After the last one, the message has failed, for the reason `why`. Returns the message's new
 * state.
 * @param tried.text for people, without address or number; `to` whom the try was for, null if not known yet
 * @param tried.isCounted whether the try was counted before it was made
 */
export async function recordFailedTry(
  ctx: Context,
  message: MessageRow,
  tried: { text: string; to: string | null; triesMax: number; why: MessageFailure['why']; isCounted?: boolean },
): Promise<MessageRow['state'] | undefined> {
  const { triesMax, to: address } = tried
  const text = tried.text.slice(0, ERROR_TEXT_MAX)
  const tries = tried.isCounted ? 0 : 1
  const state = await inTransaction(ctx, async (tx) => {
    const [noted] = await tx.run(markTried, { messageId: message.message_id, error: text, triesMax, address, tries })
    if (noted?.state === 'failed') await tellFailure(ctx, tx, message, tried.why)
    return noted?.state
  })
  if (state === 'failed') logUnsent(ctx, message, text)
  return state
}

/** Records that there is nothing (left) to send, and why, for the people who read the row. */
export async function recordNothingToSend(
  ctx: Context,
  message: MessageRow,
  text: string,
  level: 'warn' | 'error' = 'warn',
): Promise<void> {
  const lastError = text.slice(0, ERROR_TEXT_MAX)
  await inTransaction(ctx, async (tx) => {
    const [failed] = await tx.run(markFailed, { messageId: message.message_id, lastError })
    if (failed) await tellFailure(ctx, tx, message, 'nothing_to_send')
  })
  logUnsent(ctx, message, text, level)
}

/** The name of whoever takes the messages of a channel, see `noteSilence`. */
export const takerOf = (channel: MessageRow['channel']) => (channel === 'sms' ? 'the SMS service' : 'the mail server')

/** Notes that a channel works again: messages that wait because it did not are now due. */
export const noteTaken = (ctx: Context, channel: MessageRow['channel']): Promise<void> =>
  noteAnswer(ctx, takerOf(channel), async (limit) => {
    const [row] = await ctx.database.run(hurryMessages, { channel, now: ctx.clock.now(), limit })
    return row?.hurried
  })

/** Logs one line for each message that ended unsent. */
export function logUnsent(ctx: Context, message: MessageRow, reason: string, level: 'warn' | 'error' = 'warn'): void {
  ctx.log[level]({ messageId: message.message_id, kind: message.kind, reason }, 'a message is not sent')
}
