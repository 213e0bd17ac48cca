import type { OrderId } from '#contract/values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import { textableNumber } from '#server/platform/phone-numbers.ts'
import type { MessageComposer } from './message-composer.ts'
import { findCellPhone } from './sms-queries.ts'
import { writeConfirmationSms } from './write-sms.ts'

const wantsTexts = (order: OrderRow): boolean =>
  order.lines.some((line) => line.delivery_method === 'sms' && line.outcome === 'sold')

/** Whether leads of an order that were to come by SMS come by mail, because it has no number that takes texts. */
export async function lacksNumber(ctx: Context, order: OrderRow): Promise<boolean> {
  if (!wantsTexts(order)) return false
  const [contact] = await ctx.database.run(findCellPhone, { orderId: order.order_id })
  return textableNumber(contact?.cell_phone) === null
}

/**
 * The text that confirms a paid order to a buyer who chose SMS for a line; the mail with everything goes out beside it. Of
 * an order whose lines for the phone all went back it says nothing: the mail explains that.
 */
export const composeConfirmationText: MessageComposer = async (ctx, message) => {
  const order = await findOrder(ctx, message.subject_id as OrderId)
  if (!order || !wantsTexts(order) || order.state === 'refunded') return { failed: 'what it was about is over' }
  const [contact] = await ctx.database.run(findCellPhone, { orderId: order.order_id })
  if (!contact?.cell_phone) return { failed: 'the order has no phone number' }
  const { reference, token, state } = order
  const url = `${ctx.publicUrl}/order/${token}`
  return {
    channel: 'sms',
    to: contact.cell_phone,
    text: writeConfirmationSms({
      brand: ctx.config.brand.name,
      reference,
      url,
      isDelivered: state === 'processed',
    }),
  }
}
