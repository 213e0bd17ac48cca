import { queueMessage } from '#server/features/messages/queue-message.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { takeDueReminders } from './queries.ts'
import { reminderMessageId } from './rules.ts'

/** How often each node looks; a reminder is not urgent. */
export const REMIND_EVERY_MS = seconds(15)

const REMINDERS_AT_ONCE = 100

/**
 * Reminds customers whose link ends soon, each once, on one node. It skips customers who paid or whose link ended.
 *
 * @returns how many reminders it queued
 */
export async function remindCustomers(ctx: PlatformContext): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const due = await tx.run(takeDueReminders, { now: ctx.clock.now(), limit: REMINDERS_AT_ONCE })
    for (const { payment_request_id: id } of due)
      await queueMessage(ctx, tx, { messageId: reminderMessageId(id), kind: 'payment_reminder', subjectId: id })
    return due.length
  })
}
