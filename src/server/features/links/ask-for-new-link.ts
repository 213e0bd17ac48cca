import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { hours } from '#server/platform/clock.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { newLinkMessageId } from './rules.ts'
import { findByLink, statusAt } from './show-request.ts'

const ASKED_WITHIN_MS = hours(1)
const ASKED_PER_LINK_MAX = 5
const ASKED_PER_NETWORK_MAX = 20

/**
 * Lets the customer of an ended link ask for a new one. The rep gets one email, however often the button is pressed,
 * and sees it on the request. Nothing else changes, and the reply reveals nothing about rep or customer.
 *
 * @returns whether the rep was asked; false for a link that can still be paid, or was paid
 * @throws Refusal `payment_request_not_found`, `rate_limited`
 */
export async function askForNewLink(ctx: WebContext, token: string): Promise<{ isAsked: boolean }> {
  const row = await findByLink(ctx, token)
  if (statusAt(row, ctx.clock.now()).status !== 'expired') return { isAsked: false }
  const { payment_request_id: subjectId } = row
  const within = { kind: 'ask-link', windowMs: ASKED_WITHIN_MS }
  const isAllowed = await countAttempts(ctx, [
    { ...within, parts: ['link', subjectId], max: ASKED_PER_LINK_MAX },
    { ...within, parts: ['network', ctx.address], max: ASKED_PER_NETWORK_MAX, isRateLimit: true },
  ])
  if (!isAllowed) throw new Refusal('rate_limited')
  await inTransaction(ctx, (tx) =>
    queueMessage(ctx, tx, { messageId: newLinkMessageId(subjectId), kind: 'new_link_asked', subjectId }),
  )
  return { isAsked: true }
}
