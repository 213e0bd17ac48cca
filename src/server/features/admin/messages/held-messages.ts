/**
 * Messages that were waiting when a backup was restored: the store may have sent them between that time and its loss.
 * They are held as failed, so that nothing sends them, until an administrator does.
 */
import { MESSAGE_KINDS } from '#contract/admin/messages.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { inBatches } from '#server/platform/jobs/batches.ts'
import { type HeldRow, holdWaiting, listHeld, releaseHeld } from './held-queries.ts'

const KINDS = Object.keys(MESSAGE_KINDS)

/** Holds all messages that wait to be sent. @returns how many */
export async function holdMessages(ctx: PlatformContext, tx: Transaction): Promise<number> {
  return (await tx.run(holdWaiting, { now: ctx.clock.now() })).length
}

/** Lists held messages, the newest first, with how many there are. */
export async function findHeldMessages(
  ctx: PlatformContext,
  limit: number,
): Promise<{ rows: HeldRow[]; total: number }> {
  const rows = await ctx.database.run(listHeld, { kinds: KINDS, limit })
  return { rows, total: rows[0]?.held ?? 0 }
}

/** Sends all held messages, in the order they were written. Pressing again sends nothing twice. @returns how many */
export async function sendHeldMessages(ctx: PlatformContext): Promise<number> {
  return inBatches(ctx, { what: 'held messages are sent' }, (limit) =>
    inTransaction(ctx, async (tx) => {
      const released = await tx.run(releaseHeld, { kinds: KINDS, limit })
      if (released.length > 0)
        await writeAudit(ctx, tx, {
          action: 'held_messages_sent',
          subject: 'Messages held after a restore',
          after: { messages: released.length },
        })
      return released.length
    }),
  )
}
