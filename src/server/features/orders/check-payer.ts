import type { OrderId } from '#contract/values.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { areUsesLeft } from '#server/features/catalogue/reserve-uses.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { OrderRow } from './order-row.ts'

/**
 * Whether the payer of a locked order may have its offers. Limits per customer are held against the address that an order was
 * placed with. One that was placed without, before its offers had such a limit, is held against the payer's.
 *
 * @param input.email the payer's as the card provider knows it
 */
export async function mayPayerUseOffers(
  ctx: PlatformContext,
  tx: Transaction,
  order: OrderRow,
  input: { revision: number; email: string | null },
): Promise<boolean> {
  if (order.email !== null) return true
  const { revision, email } = input
  const customerKey = email === null ? null : customerKeyOf(ctx, email)
  return areUsesLeft(tx, { orderId: order.order_id as OrderId, revision, customerKey })
}
