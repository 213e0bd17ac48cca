import type { OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { queueMessage } from './queries.ts'

/**
 * Decides, in the transaction that marks an order paid, that its buyer is told. The mail goes out through a job: an
 * order never waits for a mail server, and saying it twice makes one message.
 */
export async function queueOrderConfirmation(ctx: PlatformContext, tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.run(queueMessage, [`order_confirmation.${orderId}`, 'order_confirmation', orderId, ctx.clock.now()])
}
