/** Who must know that a message will not reach its reader. */
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { MessageRow } from './message-composer.ts'
import { setAside } from './queries.ts'

/** A message that has failed for good, until somebody has it tried again. */
export interface MessageFailure {
  messageId: string
  kind: MessageRow['kind']
  subjectId: string
  /** As in tables.ts: for a delivery, its handover. */
  detailId: string | null
  channel: MessageRow['channel']
  /**
   * `refused`: the server or service will never take it for this recipient. `gave_up`: all tries failed. `undelivered`: the
   * service took the text, and it did not arrive. `stopped`: the number's owner wants no texts. `nothing_to_send`: its
   * composer had nothing to say, no number or no address.
   */
  why: 'refused' | 'gave_up' | 'undelivered' | 'stopped' | 'nothing_to_send'
}

/**
 * Decides what follows, in the transaction that notes the failure; an error gives both up, and the try is made again. It is
 * told once for each failure, but again when a person had the message tried once more in vain: it must not mind.
 */
export type FailureListener = (ctx: PlatformContext, tx: Transaction, failure: MessageFailure) => Promise<void>

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Features above messages that try another way when one fails; `app.ts` lists them. */
    readonly failureListeners: FailureListener[]
  }
}

/** Of these messages, those that failed need nobody's look any more: what they carried goes another way. */
export async function setFailedAside(
  ctx: PlatformContext,
  tx: Transaction,
  messageIds: readonly string[],
): Promise<void> {
  if (messageIds.length > 0) await tx.run(setAside, { messageIds, now: ctx.clock.now() })
}

/**
 * Tells all who listen, one after the other. Every statement that ends a message as failed or stopped is followed by this.
 */
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
