import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { announceToRep } from './queries.ts'
import { newLinkMessageId } from './rules.ts'
import { findByLink, statusAt } from './show-request.ts'

/**
 * Lets the customer of an ended link ask for a new one. The rep gets one email with the reference, however often and
 * from however many tabs the button is pressed, and sees it on the request. A link asks at most once in its life, so
 * the calls need no limit of their own. Nothing else changes.
 *
 * @returns whether the rep was asked; false for a link that can still be paid, or was paid
 * @throws Refusal `payment_request_not_found`
 */
export async function askForNewLink(ctx: WebContext, token: string): Promise<{ isAsked: boolean }> {
  const row = await findByLink(ctx, token)
  if (statusAt(row, ctx.clock.now()).status !== 'expired') return { isAsked: false }
  if (row.new_link_asked_at !== null) return { isAsked: true }
  const { payment_request_id: subjectId } = row
  await inTransaction(ctx, async (tx) => {
    await queueMessage(ctx, tx, { messageId: newLinkMessageId(subjectId), kind: 'new_link_asked', subjectId })
    await tx.run(announceToRep, { repId: row.rep_id })
  })
  return { isAsked: true }
}
