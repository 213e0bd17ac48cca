import type { OrderId } from '#contract/values.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import { composeOrderConfirmation } from './order-confirmation.ts'
import { findMessage, markFailed, markSent, markTried } from './queries.ts'

/**
 * Hands a message to the mail server. Run again after it was accepted it does nothing; run again after a try whose answer
 * was lost it sends the same Message-ID, so that the server can drop the repeat.
 *
 * @throws Error when the mail server did not accept it; the job then tries again
 */
export async function sendMessage(ctx: Context, messageId: string): Promise<void> {
  const [message] = await ctx.database.run(findMessage, [messageId])
  if (message?.state !== 'waiting') return
  const order = await findOrder(ctx, message.subject_id as OrderId)
  if (!order?.email) {
    await ctx.database.run(markFailed, [messageId, 'the order has no address to write to'])
    ctx.log.error({ messageId }, 'a message has no recipient')
    return
  }
  const content = composeOrderConfirmation(order, ctx.config.brand, `${ctx.publicUrl}/order/${order.token}`)
  try {
    await ctx.gateways.email.send({
      messageId: `${messageId}@${new URL(ctx.publicUrl).hostname}`,
      from: ctx.config.mailFrom,
      to: order.email,
      ...content,
    })
  } catch (error) {
    await ctx.database.run(markTried, [messageId, String(error).slice(0, 300)])
    throw error
  }
  await ctx.database.run(markSent, [messageId, ctx.clock.now()])
}
