import type { Cart, PendingOrder } from '#contract/cart.ts'
import {
  describePackage,
  LEAD_TYPE_NAMES,
  type LeadType,
  type PackageId,
  packageKeyOf,
  type Size,
  sizeName,
  type Tier,
} from '#contract/catalogue.ts'
import { addCents, dollarsFromCents, toCents } from '#contract/money.ts'
import type { Cents, DeliveryMethod, HoldId } from '#contract/values.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import { listCartLines } from './queries.ts'

/** A held line with everything that an order snapshots. */
export interface HeldLine {
  holdId: HoldId
  packageId: PackageId
  leadType: LeadType
  tier: Tier
  size: Size
  state: string
  county: string
  deliveryMethod: DeliveryMethod
  priceCents: Cents
  placedAt: Date
  expiresAt: Date
}

/** An owner's held lines at today's prices, oldest first; none for a browser that never held anything. */
export async function readHeldLines(ctx: PlatformContext, ownerId: OwnerId | null): Promise<HeldLine[]> {
  if (!ownerId) return []
  const places = await loadPlaces(ctx)
  const rows = await ctx.database.run(listCartLines, [ownerId, ctx.clock.now()])
  return rows.map((row) => {
    const packageId = row.package_id as PackageId
    const { fips, leadType, tier, size } = packageKeyOf(packageId)
    const county = places.countyByFips(fips)
    return {
      holdId: row.hold_id as HoldId,
      packageId,
      leadType,
      tier,
      size,
      state: county.state,
      county: county.name,
      deliveryMethod: row.delivery_method,
      priceCents: toCents(row.price_cents),
      placedAt: row.placed_at,
      expiresAt: row.expires_at,
    }
  })
}

/** Looks for an order that took lines out of the cart and waits for its money. The cart itself knows of no orders. */
export type FindPendingOrder = (ctx: PlatformContext, ownerId: OwnerId | null) => Promise<PendingOrder | null>

/** The cart as the wire carries it; the server's truth that every screen follows. */
export async function readCart(
  ctx: PlatformContext,
  ownerId: OwnerId | null,
  findPendingOrder: FindPendingOrder,
): Promise<Cart> {
  const [lines, pendingOrder] = await Promise.all([readHeldLines(ctx, ownerId), findPendingOrder(ctx, ownerId)])
  return {
    lines: lines.map(({ priceCents, placedAt, expiresAt, ...line }) => ({
      ...line,
      leadTypeName: LEAD_TYPE_NAMES[line.leadType],
      sizeName: sizeName(line.size),
      price: dollarsFromCents(priceCents),
      description: describePackage(line.leadType, line.tier, line.size),
      addedAt: placedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    pendingOrder,
    total: dollarsFromCents(addCents(lines.map((line) => line.priceCents))),
    now: ctx.clock.now().toISOString(),
  }
}
