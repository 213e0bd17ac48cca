import { addCents } from '#contract/money.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import type { HeldLine } from '#server/features/cart/read-cart.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { fingerprint, newId, newReference, newToken } from '#server/platform/ids.ts'
import { invariant } from '#server/platform/invariant.ts'
import type { Contact } from './contact.ts'
import { placeOrder as placeOrderStatement } from './queries.ts'

/** An order that waits for its payment. */
export interface OpenOrder {
  orderId: OrderId
  reference: string
  revision: number
  totalCents: Cents
  /** The first revision that costs something, with its total; null while the order is free. */
  opening: { revision: number; totalCents: Cents } | null
}

/** What an order keeps of a line. */
export type OrderedLine = Omit<HeldLine, 'placedAt' | 'expiresAt'>

/** What makes two revisions the same: the same holds at the same prices, delivered the same way. */
const digestOf = (lines: readonly OrderedLine[]): string =>
  fingerprint(lines.map((line) => `${line.holdId} ${line.priceCents} ${line.deliveryMethod}`).join('\n'))

/**
 * Makes the order of a cart before any payment exists, or brings the waiting one up to date. A cart has one open order,
 * however many tabs ask; a changed cart is a new revision, and the old one is kept, since it may be the one that gets paid.
 *
 * @param input.contact null keeps what was said before
 * @param executor a transaction that writes more than the order
 * @returns `isNew` when this very call made the order; `hasEarlier` when the cart made others before it
 */
export async function placeOrder(
  ctx: PlatformContext,
  input: { ownerId: OwnerId; lines: readonly OrderedLine[]; contact: Contact | null },
  executor: Executor = ctx.database,
): Promise<{ order: OpenOrder; isNew: boolean; hasEarlier: boolean }> {
  const { lines, contact } = input
  invariant(lines.length > 0, 'an order has lines')
  const totalCents = addCents(lines.map((line) => line.priceCents))
  const rep = ctx.actor.kind === 'member' && ctx.actor.role === 'sales' ? ctx.actor : null
  const newOrderId = newId('ord', ctx.clock)
  const [row] = await executor.run(placeOrderStatement, [
    newOrderId,
    newReference(),
    newToken(),
    input.ownerId,
    totalCents,
    digestOf(lines),
    totalCents === 0 ? 'free' : 'stripe',
    contact?.fullName ?? null,
    contact?.email ?? null,
    contact?.businessName ?? null,
    contact?.cellPhone ?? null,
    contact?.address ?? null,
    ctx.clock.now(),
    rep?.userId ?? null,
    rep?.commissionBps ?? 0,
    lines.map((line) => line.holdId),
    lines.map((line) => line.packageId),
    lines.map((line) => line.leadType),
    lines.map((line) => line.tier),
    lines.map((line) => line.size),
    lines.map((line) => line.state),
    lines.map((line) => line.county),
    lines.map((line) => line.deliveryMethod),
    lines.map((line) => line.priceCents),
  ])
  invariant(row, 'placing an order answers with it')
  const opening =
    row.opening_revision !== null && row.opening_cents !== null
      ? { revision: row.opening_revision, totalCents: row.opening_cents as Cents }
      : null
  return {
    isNew: row.order_id === newOrderId,
    hasEarlier: row.has_earlier,
    order: {
      orderId: row.order_id as OrderId,
      reference: row.reference,
      revision: row.revision,
      totalCents: row.total_cents as Cents,
      opening,
    },
  }
}
