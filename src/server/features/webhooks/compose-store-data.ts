/**
 * The data of an event for the store's own webhooks, read when it is sent: ids, amounts and times, nothing about
 * people.
 */
import { type PackageId, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import type { OrderId } from '#contract/values.ts'
import { STORE_EVENT_TYPES } from '#contract/webhooks/webhooks.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { invariant } from '#server/platform/errors.ts'
import type { DueEventRow } from './event-queries.ts'
import { findToldRequest } from './event-queries.ts'

type Facts = Readonly<Record<string, unknown>>

export const isStoreEvent = ({ type }: Pick<DueEventRow, 'type'>): boolean =>
  STORE_EVENT_TYPES.some((one) => one === type)

/** Returns the data of an event of the store; null if its subject no longer exists. */
export async function composeStoreData(ctx: PlatformContext, event: DueEventRow): Promise<Facts | null> {
  if (event.type === 'stock.low') {
    invariant(event.subject_id !== null, 'stock.low is about a package')
    const { fips, leadType, tier, size } = packageKeyOf(event.subject_id as PackageId)
    return { package_id: event.subject_id, fips, lead_type: leadType, tier, size, units_left: event.units_left }
  }
  invariant(event.order_id !== null, `an event ${event.type} is about an order`)
  const order = await findOrder(ctx, event.order_id as OrderId)
  if (!order) return null
  const ids = { order_id: order.order_id, order_reference: order.reference }
  if (event.type === 'order.paid')
    return {
      ...ids,
      payment_request_id: order.payment_request_id,
      total_cents: order.total_cents,
      refunded_total_cents: order.refunded_cents,
      payment_method: order.payment_method,
      paid_at: order.paid_at?.toISOString() ?? null,
    }
  const [request] = await ctx.database.run(findToldRequest, { paymentRequestId: event.subject_id ?? '' })
  if (!request) return null
  return {
    payment_request_id: request.payment_request_id,
    ...ids,
    rep_id: request.rep_id,
    total_cents: request.total_cents,
    created_at: request.created_at.toISOString(),
    expires_at: request.expires_at.toISOString(),
    paid_at: request.paid_at?.toISOString() ?? null,
    reason: event.reason,
    replaces_payment_request_id: request.replaces_id,
  }
}
