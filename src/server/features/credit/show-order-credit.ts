import type { getOrderCredit } from '#contract/credit/credits.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { dollarsFromCents } from '#contract/money.ts'
import type { OrderId, OrderToken } from '#contract/values.ts'
import { readOrderCredit } from '#server/features/orders/change-credit.ts'
import { readOrderByToken } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { listTold } from './queries.ts'

/**
 * The store credit that came with the order behind a status link.
 *
 * @throws Refusal `order_not_found`
 */
export async function showOrderCredit(
  ctx: PlatformContext,
  token: OrderToken,
): Promise<ReplyOf<typeof getOrderCredit>> {
  const { id } = await readOrderByToken(ctx, token)
  const { earned, returning, takenBack, granted, refunded } = await readOrderCredit(ctx.database, id)
  return {
    earned: dollarsFromCents(earned),
    returning: dollarsFromCents(returning),
    takenBack: dollarsFromCents(takenBack),
    granted: dollarsFromCents(granted),
    refunded: dollarsFromCents(refunded),
  }
}

/** The ids of all mails that may have been written about the credit of an order. */
export async function creditMessageIds(ctx: PlatformContext, orderId: OrderId): Promise<string[]> {
  const rows = await ctx.database.run(listTold, { orderId })
  return rows.map(({ entry_id }) => `credit_${entry_id}`)
}
