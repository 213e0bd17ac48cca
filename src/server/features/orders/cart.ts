import {
  describePackage,
  LEAD_TYPE_NAMES,
  type LeadType,
  PackageId,
  packageKeyOf,
  packageName,
  type Size,
  sizeName,
  type Tier,
} from '#contract/catalogue/catalogue.ts'
import { addCents, dollarsFromCents, toCents } from '#contract/money.ts'
import type { Cart, PendingOrder } from '#contract/orders/cart.ts'
import type { Cents, DeliveryMethod, HoldId, OrderId } from '#contract/values.ts'
import { loadPlaces, type Places } from '#server/features/catalogue/places.ts'
import {
  type CartPast,
  customerKeyOf,
  type LineTerms,
  priceLines,
  showLineOffer,
} from '#server/features/catalogue/price-lines.ts'
import { deniedSince, forgetOtherDenials } from '#server/features/catalogue/reserve-uses.ts'
import type { HoldBonus } from '#server/features/stock/hold.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { batch } from '#server/platform/batch.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import { mayBeOfOne } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type CartLineRow, listCartLines, nameDeliveries } from './cart-queries.ts'
import { lineCost } from './line-cost.ts'
import { findUnfit } from './tell-history.ts'

/** A held line with everything that an order snapshots. */
export interface HeldLine extends LineTerms {
  holdId: HoldId
  packageId: PackageId
  leadType: LeadType
  tier: Tier
  size: Size
  state: string
  county: string
  deliveryMethod: DeliveryMethod
  /** Before offers. */
  priceCents: Cents
  /** Leads were picked for it when it was held. */
  hasLeads: boolean
  placedAt: Date
  expiresAt: Date
}

type LineBeforeOffers = Omit<HeldLine, keyof LineTerms> & { promised: HoldBonus['offers'] }

const pastOf = (rows: readonly CartLineRow[]): CartPast => ({
  reserved: new Set(rows.flatMap((row) => row.reserved_offers)),
  denied: rows.flatMap((row) => row.denied_offers),
})

function lineBeforeOffers(places: Places, row: CartLineRow): LineBeforeOffers {
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
    hasLeads: row.has_leads,
    promised: row.bonus_offers,
  }
}

/**
 * Reads an owner's held lines at today's prices, after the current offers, oldest first; none for a browser that never
 * held anything.
 *
 * @param email the buyer's, once it is known: some offers have a limit per buyer
 */
export const readHeldLines = (
  ctx: PlatformContext,
  ownerId: OwnerId | null,
  email: string | null = null,
): Promise<HeldLine[]> => readLinesTogether(ctx, ownerId ? [{ ownerId }] : [], email)

/** Who holds lines; `orderId` if an order keeps them until it is paid. */
interface LineOwner {
  ownerId: OwnerId
  orderId?: OrderId
}

/** Reads lines of several owners that are bought together. The one place where a cart is priced. */
export async function readLinesTogether(
  ctx: PlatformContext,
  owners: readonly LineOwner[],
  email: string | null,
): Promise<HeldLine[]> {
  if (owners.length === 0) return []
  const places = await loadPlaces(ctx)
  const now = ctx.clock.now()
  const rowsOf = ({ ownerId, orderId }: LineOwner) =>
    ctx.database.run(listCartLines, { ownerId, orderId: orderId ?? null, now, deniedAt: deniedSince(ctx) })
  const rows = (await Promise.all(owners.map(rowsOf))).flat()
  if (rows.length === 0) return []
  const past = pastOf(rows)
  const customerKey = email === null ? null : customerKeyOf(ctx, email)
  if (customerKey && past.denied.some((one) => one.customerKey !== null && one.customerKey !== customerKey)) {
    await Promise.all(owners.map((one) => forgetOtherDenials(ctx, one.ownerId, customerKey)))
  }
  const lines = rows.map((row) => lineBeforeOffers(places, row))
  const terms = await priceLines(ctx, {
    lines: lines.map((line) => ({ ...line, lineId: line.holdId })),
    past,
    customerKey,
  })
  return lines.map(({ promised: _, ...line }) => {
    const ofLine = terms.get(line.holdId)
    invariant(ofLine, 'every line that is priced has its terms')
    return { ...line, ...ofLine }
  })
}

/** Finds an order that took lines out of the cart and waits for its money. Passed in, because the cart knows of no orders. */
export type FindPendingOrder = (ctx: PlatformContext, ownerId: OwnerId | null) => Promise<PendingOrder | null>

/** Reads the cart as in the contract: the server's truth that every screen follows. */
export async function readCart(
  ctx: PlatformContext,
  ownerId: OwnerId | null,
  findPendingOrder: FindPendingOrder,
): Promise<Cart> {
  const [lines, pendingOrder] = await Promise.all([readHeldLines(ctx, ownerId), findPendingOrder(ctx, ownerId)])
  const subtotal = addCents(lines.map((line) => line.priceCents))
  const discount = addCents(lines.map((line) => line.discountCents))
  return {
    lines: lines.map(
      ({ priceCents, discountCents, offers, openOffers: _, hasLeads: __, placedAt, expiresAt, ...line }) => ({
        ...line,
        leadTypeName: LEAD_TYPE_NAMES[line.leadType],
        sizeName: sizeName(line.size),
        price: dollarsFromCents(priceCents),
        discount: dollarsFromCents(discountCents),
        offers: offers.map(showLineOffer),
        description: describePackage(line.leadType, line.tier, line.size),
        addedAt: placedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }),
    ),
    pendingOrder,
    subtotal: dollarsFromCents(subtotal),
    discount: dollarsFromCents(discount),
    total: dollarsFromCents(toCents(subtotal - discount)),
    now: ctx.clock.now().toISOString(),
  }
}

/** Saying which of the two it is would reveal whether an owner opted out. */
const nameOf = ({ tier, size, leadType, county, state }: HeldLine): string =>
  `${packageName({ tier, size })} (${LEAD_TYPE_NAMES[leadType]}, ${county}, ${state})`

/**
 * Makes sure that the held lines of a buyer have no lead that this buyer bought before, nor one whose owner has opted
 * out since. Someone who may not learn what the address bought is not told; settling refunds such a line.
 *
 * @param email null while it is not known; settling checks it then
 * @throws Refusal `too_few_unseen`, naming the packages; `details: { holdIds }`. The lines stay held
 */
export async function fitLeadsToBuyer(
  ctx: WebContext,
  lines: readonly HeldLine[],
  email: string | null,
): Promise<void> {
  if (email === null || !lines.some((line) => line.hasLeads)) return
  const isFree = addCents(lines.map(lineCost)) === 0
  const unfit = await findUnfit(ctx, { packages: lines, email, isFree })
  if (unfit.length === 0) return
  const names = lines.filter((line) => unfit.includes(line.holdId)).map(nameOf)
  const values = { packages: names.join('; '), these: names.length === 1 ? 'this package' : 'these packages' }
  throw new Refusal('too_few_unseen.cart', { values, details: { holdIds: unfit } })
}

/**
 * Sets how the leads of a held line are delivered; calling it again changes it. The hold itself stays as it is.
 *
 * @param input.holdId absent: the newest hold of that package
 * @throws Refusal `unknown_package`, `hold_not_yours`
 */
export async function addToCart(
  ctx: PlatformContext,
  input: { ownerId: OwnerId | null; packageId: string; deliveryMethod: DeliveryMethod; holdId: HoldId | undefined },
): Promise<{ holdId: HoldId; packageId: PackageId; deliveryMethod: DeliveryMethod }> {
  const packageId = PackageId.safeParse(input.packageId)
  if (!packageId.success) throw new Refusal('unknown_package')
  if (!input.ownerId) throw new Refusal('hold_not_yours')
  ctx.node.nameDelivery ??= batchDeliveries(ctx)
  const named = { packageId: packageId.data, deliveryMethod: input.deliveryMethod }
  const holdId = await ctx.node.nameDelivery({ ...named, ownerId: input.ownerId, holdId: input.holdId ?? null })
  if (!holdId) throw new Refusal('hold_not_yours')
  return { ...named, holdId }
}

/** A delivery method, and for which hold: null for the newest of its package. */
interface NamedDelivery {
  ownerId: OwnerId
  packageId: PackageId
  holdId: HoldId | null
  deliveryMethod: DeliveryMethod
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Created with the first one. Returns the hold; null if its owner has no such hold. */
    nameDelivery: ((named: NamedDelivery) => Promise<HoldId | null>) | null
  }
}

const NAMED_TOGETHER_MAX = 50

const batchDeliveries = ({ clock, database }: PlatformContext) =>
  batch(
    async (named: readonly NamedDelivery[]) => {
      const rows = await database.run(nameDeliveries, {
        ownerIds: named.map(({ ownerId }) => ownerId),
        packageIds: named.map(({ packageId: id }) => id),
        holdIds: named.map(({ holdId }) => holdId),
        deliveryMethods: named.map(({ deliveryMethod }) => deliveryMethod),
        now: clock.now(),
      })
      return rows.map((row) => row.hold_id as HoldId | null)
    },
    NAMED_TOGETHER_MAX,
    { isOfOne: mayBeOfOne },
  )
