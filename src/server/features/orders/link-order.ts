/** Orders that are paid through a link: they wait as long as it lives, whatever happens to their payment meanwhile. */
import type { Cents, OrderId } from '#contract/values.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database/database.ts'
import type { Contact } from './contact.ts'
import { type OpenOrder, type OrderedLine, placeOrder } from './place-order.ts'
import * as sql from './queries.ts'

/** Returns the owner of the order that pays a payment request. */
export const requestOwnerOf = (paymentRequestId: string): OwnerId => `request:${paymentRequestId}`

/** Creates the order of a payment request, as a sale of `repId`. Its lines never change. @throws OffersDenied */
export async function placeLinkOrder(
  ctx: PlatformContext,
  tx: Transaction,
  input: {
    paymentRequestId: string
    lines: readonly OrderedLine[]
    contact: Contact
    repId: string
    commissionBps: number
    until: Date
    reserving?: 'required' | 'if_left'
    mayTell?: (email: string, executor: Executor) => Promise<boolean>
  },
): Promise<OpenOrder> {
  const { lines, contact, reserving = 'required', mayTell } = input
  const ownerId = requestOwnerOf(input.paymentRequestId)
  const { order } = await placeOrder(ctx, { ownerId, lines, contact, reserving, ...(mayTell ? { mayTell } : {}) }, tx)
  await tx.run(sql.keepForLink, { ...input, orderId: order.orderId, payUntil: input.until })
  return order
}

/** Lets an order wait for another card after the bank said no after "processing", since its link still lives. */
export async function unfreezeOrder(ctx: PlatformContext, orderId: OrderId): Promise<void> {
  await ctx.database.run(sql.unfreezeOrder, { orderId })
}

/** More people than will ever open one link. */
const OPENERS_MAX = 20

/** Records who opens the payment of a link. Only someone on this list can be its payer. */
export async function recordOpener(ctx: PlatformContext, orderId: OrderId, ownerId: OwnerId): Promise<void> {
  await ctx.database.run(sql.recordOpener, { orderId, ownerId, openersMax: OPENERS_MAX })
}

/** Records who paid a link, if they opened its payment. From then on they see their own address in full. */
export async function recordPayer(ctx: PlatformContext, orderId: OrderId, ownerId: OwnerId | null): Promise<void> {
  if (ownerId) await ctx.database.run(sql.recordPayer, { orderId, ownerId })
}

/** Turns a row into an `OpenOrder`, which is what opening its payment needs. */
export function openOrderOf(row: {
  order_id: string
  reference: string
  revision: number
  total_cents: number
}): OpenOrder {
  const totalCents = row.total_cents as Cents
  return {
    orderId: row.order_id as OrderId,
    reference: row.reference,
    revision: row.revision,
    totalCents,
    toPayCents: totalCents,
    opening: { revision: row.revision, toPayCents: totalCents },
  }
}
