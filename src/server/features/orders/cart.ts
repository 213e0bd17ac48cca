import {
  describePackage,
  LEAD_TYPE_NAMES,
  type PackageId,
  packageKeyOf,
  packageName,
  sizeName,
} from '#contract/catalogue/catalogue.ts'
import { placeName } from '#contract/catalogue/place-name.ts'
import { addCents, dollarsFromCents, toCents } from '#contract/money.ts'
import type { PendingOrder } from '#contract/orders/cart.ts'
import type { DeliveryMethod, HoldId, OrderId } from '#contract/values.ts'
import { EFFECTIVE_CENTS, joinPrices } from '#server/features/catalogue/effective-price.ts'
import { loadPlaces, type Places } from '#server/features/catalogue/places.ts'
import * as pricing from '#server/features/catalogue/price-lines.ts'
import { deniedSince, forgetOtherDenials } from '#server/features/catalogue/reserve-uses.ts'
import { type HoldBonus, requirePackageId } from '#server/features/stock/hold.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { type OwnerId, type PlatformContext, perNode } from '#server/platform/context.ts'
import { batch } from '#server/platform/database/batch.ts'
import { mayBeOfOne } from '#server/platform/database/database.ts'
import { listsOf, type RowOf, statement } from '#server/platform/database/statement.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { forgetting } from '#server/platform/jobs/retention.ts'
import { lineCost } from './price-anew.ts'
import { findUnfit } from './tell-history.ts'

const USUAL_METHOD = "'email'"

/**
 * If no hold is named, of the newest of that package. One row per request: null if the owner has no such hold. If named
 * twice, the last one counts. Most carts keep the usual method, so it is written only if there was another.
 */
export const nameDeliveries = statement('cart.name_deliveries')`
  with asked as (
    select * from unnest($ownerIds::text[], $packageIds::text[], $holdIds::text[], $deliveryMethods::text[])
      with ordinality as a (owner_id, package_id, hold_id, delivery_method, place)
  ), held as (
    select a.place, a.delivery_method, h.hold_id from asked a left join lateral (
      select hold_id from holds
      where owner_id = a.owner_id and package_id = a.package_id and state = 'live' and expires_at > $now
        and (a.hold_id is null or hold_id = a.hold_id)
      order by placed_at desc, hold_id desc limit 1
    ) h on true
  ), last as (
    select distinct on (hold_id) hold_id, delivery_method from held where hold_id is not null order by hold_id, place desc
  ), written as (
    insert into cart_lines (hold_id, delivery_method, added_at)
    select hold_id, delivery_method, $now from last
    where delivery_method <> ${USUAL_METHOD} or exists (select from cart_lines l where l.hold_id = last.hold_id)
    on conflict (hold_id) do update set delivery_method = excluded.delivery_method
  )
  select hold_id from held order by place`.as<{ hold_id: string | null }>()

/** `orderId`: the order that keeps the holds and has reserved uses; `deniedAt`: since when a buyer's denials count. */
export const listCartLines = statement('cart.list_lines')`
  select h.hold_id, h.package_id, coalesce(l.delivery_method, ${USUAL_METHOD}) as delivery_method, h.placed_at, h.expires_at,
    ${EFFECTIVE_CENTS} as price_cents, h.bonus_offers, h.has_leads, past.*
  from (select array(select offer_id from offer_uses where owner_id = $ownerId and owner_id is not null
        union all select offer_id from offer_uses where order_id = $orderId?) as reserved_offers,
      coalesce((select jsonb_agg(jsonb_build_object('offerId', offer_id, 'customerKey', customer_key)) from offer_denials
                where owner_id = $ownerId and (customer_key is null or denied_at > $deniedAt)), '[]') as denied_offers) past
  cross join holds h
  join packages p on p.package_id = h.package_id
  ${joinPrices('p')}
  left join cart_lines l on l.hold_id = h.hold_id
  where h.owner_id = $ownerId and h.state = 'live' and h.expires_at > $now
  order by h.placed_at, h.hold_id`.as<{
  delivery_method: DeliveryMethod
  bonus_offers: HoldBonus['offers']
  denied_offers: { offerId: string; customerKey: string | null }[]
}>()

/** Each has the same offers that the cart’s open order has reserved, and that it was denied. */
type CartLineRow = RowOf<typeof listCartLines>

/** Lines of ended holds. Few are live: `ended_at is null` selects an index that has only them. */
export const forgetLines = forgetting('cart.forget_lines', 'cart_lines', 'hold_id', 'added_at', {
  where: `not exists (
    select from holds h where h.hold_id = cart_lines.hold_id and h.state = 'live' and h.ended_at is null)`,
})

export interface HeldLine extends pricing.LineTerms, Omit<pricing.LineBeforeOffers, 'lineId' | 'promised'> {
  holdId: HoldId
  packageId: PackageId
  county: string
  deliveryMethod: DeliveryMethod
  hasLeads: boolean
  placedAt: Date
  expiresAt: Date
}

function lineBeforeOffers(places: Places, row: CartLineRow) {
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

/** Reads held lines, oldest first. @param email the buyer's, once known: some offers have a limit per buyer */
export const readHeldLines = (ctx: PlatformContext, ownerId: OwnerId | null, email: string | null = null) =>
  readLinesTogether(ctx, ownerId ? [{ ownerId }] : [], email)

/** Reads lines that are bought together. The only place that prices a cart. `orderId`: the order that keeps them. */
export async function readLinesTogether(
  ctx: PlatformContext,
  owners: readonly { ownerId: OwnerId; orderId?: OrderId }[],
  email: string | null,
): Promise<HeldLine[]> {
  if (owners.length === 0) return []
  const places = await loadPlaces(ctx)
  const now = ctx.clock.now()
  const ofOwners = owners.map(({ ownerId, orderId = null }) =>
    ctx.database.run(listCartLines, { ownerId, orderId, now, deniedAt: deniedSince(ctx) }),
  )
  const rows = (await Promise.all(ofOwners)).flat()
  if (rows.length === 0) return []
  const denied = rows.flatMap((row) => row.denied_offers)
  const past = { reserved: new Set(rows.flatMap((row) => row.reserved_offers)), denied }
  const customerKey = email === null ? null : pricing.customerKeyOf(ctx, email)
  if (customerKey && denied.some((one) => one.customerKey !== null && one.customerKey !== customerKey))
    await Promise.all(owners.map((one) => forgetOtherDenials(ctx, one.ownerId, customerKey)))
  const lines = rows.map((row) => lineBeforeOffers(places, row))
  const unpriced = lines.map((line) => ({ ...line, lineId: line.holdId }))
  const terms = await pricing.priceLines(ctx, { lines: unpriced, past, customerKey })
  return lines.map(({ promised: _, ...line }) => {
    const ofLine = terms.get(line.holdId)
    invariant(ofLine, 'every line that is priced has its terms')
    return { ...line, ...ofLine }
  })
}

/** Finds an order that took lines out of the cart and waits for its money. Passed in: the cart knows no orders. */
export type FindPendingOrder = (ctx: PlatformContext, ownerId: OwnerId | null) => Promise<PendingOrder | null>

/** Reads the cart as the server has it: every screen follows it. */
export async function readCart(ctx: PlatformContext, ownerId: OwnerId | null, findPendingOrder: FindPendingOrder) {
  const [lines, pendingOrder] = await Promise.all([readHeldLines(ctx, ownerId), findPendingOrder(ctx, ownerId)])
  const subtotal = addCents(lines.map((line) => line.priceCents))
  const discount = addCents(lines.map((line) => line.discountCents))
  return {
    lines: lines.map(
      ({ priceCents, discountCents, offers, openOffers: _, hasLeads: __, placedAt, expiresAt, ...line }) => ({
        ...line,
        leadTypeName: LEAD_TYPE_NAMES[line.leadType],
        place: placeName(line),
        sizeName: sizeName(line.size),
        price: dollarsFromCents(priceCents),
        discount: dollarsFromCents(discountCents),
        offers: offers.map(pricing.showLineOffer),
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
  `${packageName({ tier, size })} (${LEAD_TYPE_NAMES[leadType]}, ${placeName({ state, county })})`

/**
 * Makes sure that held lines have no lead that their buyer bought before, nor one whose owner has opted out since.
 * Whoever may not learn what an address bought is not told; settling refunds such a line, also without `email`.
 * @throws Refusal `too_few_unseen`, naming the packages; `details: { holdIds }`. The lines stay held
 */
export async function fitLeadsToBuyer(ctx: WebContext, lines: readonly HeldLine[], email: string | null) {
  if (email === null || !lines.some((line) => line.hasLeads)) return
  const unfit = await findUnfit(ctx, { packages: lines, email, isFree: addCents(lines.map(lineCost)) === 0 })
  if (unfit.length === 0) return
  const names = lines.filter((line) => unfit.includes(line.holdId)).map(nameOf)
  const values = { packages: names.join('; '), these: names.length === 1 ? 'this package' : 'these packages' }
  throw new Refusal('too_few_unseen.cart', { values, details: { holdIds: unfit } })
}

/** Sets how the leads of a held line are delivered. @throws Refusal `unknown_package`, `hold_not_yours` */
export async function addToCart(
  ctx: PlatformContext,
  input: { ownerId: OwnerId | null; packageId: string; deliveryMethod: DeliveryMethod; holdId: HoldId | undefined },
): Promise<{ holdId: HoldId; packageId: PackageId; deliveryMethod: DeliveryMethod }> {
  const packageId = requirePackageId(input.packageId)
  if (!input.ownerId) throw new Refusal('hold_not_yours')
  const named = { packageId, deliveryMethod: input.deliveryMethod }
  const holdId = await nameDelivery(ctx)({ ...named, ownerId: input.ownerId, holdId: input.holdId ?? null })
  if (!holdId) throw new Refusal('hold_not_yours')
  return { ...named, holdId }
}

type NamedDelivery = { ownerId: OwnerId; packageId: PackageId; holdId: HoldId | null; deliveryMethod: DeliveryMethod }

/** Returns the hold; null if its owner has no such hold. */
const nameDelivery = perNode(({ clock, database }: PlatformContext) => {
  const name = async (named: readonly NamedDelivery[]) => {
    const rows = await database.run(nameDeliveries, {
      ...listsOf(named, 'ownerId', 'packageId', 'holdId', 'deliveryMethod'),
      now: clock.now(),
    })
    return rows.map((row) => row.hold_id as HoldId | null)
  }
  return batch(name, 50, { isOfOne: mayBeOfOne })
})
