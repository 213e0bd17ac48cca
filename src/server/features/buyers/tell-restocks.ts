/**
 * Tells those who asked when there are more (docs/product.md#email-me-when-its-back). It compares watched packages
 * with their units every few seconds, so what sells, expires, imports or edits stock neither knows of it nor pays for
 * it. A trigger would run with every hold, and an import that starts with one unit would tell one person. Who never
 * heard goes first: strictly by the time of asking, the first in line would hear of every single unit and the second
 * never.
 */
import { type FailureListener, setFailedAside } from '#server/features/messages/message-failures.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { endOfRefusedAddress } from './end-restock.ts'
import { giveTurnBack, lookAtStock, takeTurns } from './restock-queries.ts'
import { RESTOCK_MAIL_MS } from './rules.ts'

const TURNS_AT_ONCE = 500

/** Queues emails and takes the turns in one transaction; several nodes may run it at once. @returns how many */
export async function tellRestocks(ctx: PlatformContext): Promise<number> {
  await inTransaction(ctx, (tx) => tx.run(lookAtStock))
  let told = 0
  for (;;) {
    const turns = await inTransaction(ctx, async (tx) => {
      const now = ctx.clock.now()
      const toldBefore = addMilliseconds(now, -RESTOCK_MAIL_MS)
      const taken = await tx.run(takeTurns, { now, toldBefore, limit: TURNS_AT_ONCE })
      for (const { request_id: subjectId, notices } of taken) {
        const messageId = `back_in_stock.${subjectId}.${notices}`
        await queueMessage(ctx, tx, { messageId, kind: 'back_in_stock', subjectId })
      }
      return taken.length
    })
    told += turns
    if (turns < TURNS_AT_ONCE) return told
  }
}

/** A refused address ends the request; if the package sold out, it gets its turn back. Neither needs a person. */
export const onRestockMailFailed: FailureListener = async (ctx, tx, { kind, messageId, subjectId, why }) => {
  if ((kind !== 'restock_confirmation' && kind !== 'back_in_stock') || why === 'gave_up') return
  await setFailedAside(ctx, tx, [messageId])
  if (why === 'refused') await endOfRefusedAddress(tx, subjectId)
  else if (kind === 'back_in_stock') await tx.run(giveTurnBack, { requestId: subjectId })
}
