import type { OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { fillPayer } from './contact-queries.ts'

/**
 * Says who paid a canceled order whose money goes back, where the order does not know (any more): the payer must be
 * told. The month after which the contact is forgotten begins again.
 *
 * @param input.billing the payer as the card provider knows them, see `readBilling`
 */
export async function recordPayer(
  ctx: PlatformContext,
  tx: Transaction,
  input: { orderId: OrderId; billing: { name: string | null; email: string | null; phone: string | null } },
): Promise<void> {
  const { name, email, phone } = input.billing
  await tx.run(fillPayer, { orderId: input.orderId, fullName: name, email, cellPhone: phone, now: ctx.clock.now() })
}
