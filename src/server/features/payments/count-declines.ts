/** Counts each declined card once, whether a webhook reports it or an intent we asked for. */
import type { Context } from '#server/gateways/context.ts'
import { type Intent, PaymentProviderError, type ProviderDecline } from '#server/gateways/payments/payment-gateway.ts'
import { addMilliseconds, seconds } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { countDeclinedCards, DECLINES_MAX } from './limit-openings.ts'
import { requirePayments } from './provider.ts'
import { checkBy, lockForDeclines, recordDeclines } from './queries.ts'

/** After a decline that no webhook had reported: if one got lost, others may be too. */
const LOOK_AGAIN_MS = seconds(20)

/** Records declined cards of a payment. The same decline reported twice counts once. @returns how many were new */
export async function countDeclines(ctx: Context, paymentId: string, declines: readonly ProviderDecline[]) {
  return inTransaction(ctx, async (tx) => {
    const [payment] = await tx.run(lockForDeclines, { paymentId })
    if (!payment) {
      ctx.log.warn({ paymentId }, 'a card was declined for a payment of no order here')
      return { added: 0, isOver: false }
    }
    const { owner_id: ownerId, payment_request_id: paymentRequestId, network_key: networkKey } = payment
    const [noted] = await tx.run(recordDeclines, {
      paymentId,
      ids: declines.map(({ declineId }) => declineId),
      reasons: declines.map(({ text }) => text),
      declinedAts: declines.map(({ declinedAt }) => declinedAt),
    })
    const { added = 0, declines: count = 0 } = noted ?? {}
    const isNetworkOver = await countDeclinedCards(ctx, { ownerId, networkKey, count: added }, tx)
    // Its network does not count for a link: only a member can send one.
    return { added, isOver: count >= DECLINES_MAX || (isNetworkOver && paymentRequestId === null) }
  })
}

/** Returns all declines of an intent, or just the last one if the provider does not list them. */
async function findDeclines(ctx: Context, intent: Intent): Promise<ProviderDecline[]> {
  try {
    return await requirePayments(ctx).listDeclines(intent.paymentId)
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    ctx.log.warn({ paymentId: intent.paymentId, code: error.code }, 'declined cards cannot be listed')
    const { declineId, declineText } = intent
    return declineId && declineText ? [{ declineId, text: declineText, declinedAt: ctx.clock.now() }] : []
  }
}

/** Counts declines of an intent just read: their webhooks may be lost. @returns whether to close its payment */
export async function countDeclinesOf(ctx: Context, intent: Intent): Promise<boolean> {
  if (!intent.hasCharge || intent.state === 'succeeded') return false
  const { paymentId } = intent
  const { added, isOver } = await countDeclines(ctx, paymentId, await findDeclines(ctx, intent))
  if (added > 0)
    await ctx.database.run(checkBy, { paymentId, checkAt: addMilliseconds(ctx.clock.now(), LOOK_AGAIN_MS) })
  return isOver
}
