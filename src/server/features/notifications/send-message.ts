import { toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import { invariant } from '#server/platform/invariant.ts'
import { composeCashAppClosed, composeCashAppInstructions } from './cash-app-mails.ts'
import { composeMoneyReturned } from './money-returned.ts'
import { composeOrderConfirmation, type MailContent } from './order-confirmation.ts'
import { findMessage, type MessageRow, markFailed, markSent, markTried } from './queries.ts'

/** What a message says, from the order as it is now; null when it has nothing to say any more. */
function compose(ctx: Context, message: MessageRow, order: OrderRow): MailContent | null {
  const statusUrl = `${ctx.publicUrl}/order/${order.token}`
  const { brand, cashAppHandle } = ctx.config
  if (message.kind === 'cash_app_instructions') {
    // The buyer may have gone back to the card before the mail went out.
    const isWaiting = order.state === 'awaiting_payment' && order.payment_method === 'cash_app'
    return isWaiting && cashAppHandle ? composeCashAppInstructions(order, cashAppHandle, brand, statusUrl) : null
  }
  if (message.kind === 'cash_app_closed') return composeCashAppClosed(order, brand, `${ctx.publicUrl}/leads`)
  if (message.kind === 'money_returned') {
    invariant(message.amount_cents !== null, 'money that was returned has an amount')
    return composeMoneyReturned(order, { amountCents: message.amount_cents, reason: 'not_ours' }, brand, statusUrl)
  }
  if (order.state !== 'refunded') return composeOrderConfirmation(order, brand, statusUrl)
  const amountCents = toCents(order.refunded_cents)
  return composeMoneyReturned(order, { amountCents, reason: 'no_stock' }, brand, statusUrl)
}

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
  const content = compose(ctx, message, order)
  if (!content) {
    await ctx.database.run(markFailed, [messageId, 'what it was about is over'])
    return
  }
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
