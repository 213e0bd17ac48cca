/** The 48 prices in effect everywhere or in an area: the most specific one wins. */
import type { PriceLevel } from '#contract/admin/price-areas.ts'
import * as contract from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import { announceStockChange, EVERY_COUNTY, onStockChanged } from '#server/features/stock/stock-changes.ts'
import { type PlatformContext, perNode } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { listStanding, type OfferRow } from './offer-queries.ts'
import { loadPlaces } from './places.ts'
import { areaCodeOf, areasAround } from './price-areas.ts'
import { listPackageCents, listStandingRows, type StandingRow } from './queries.ts'

/*
 * The store's offers as each node caches them, so that a cart costs no extra query. They are read again when one was
 * changed or used up: this node and the others are told on commit.
 */

/** The notice sent by the statements here. Counties need not hear it, because their pages show prices before offers. */
const OFFERS = 'offers'

interface OfferCache {
  offers: Promise<readonly OfferRow[]> | undefined
  /** What that promise resolved to; nothing as soon as something changes. */
  latest: readonly OfferRow[] | undefined
}

const cacheOf = perNode((ctx: Pick<PlatformContext, 'node'>) => {
  const kept: OfferCache = { offers: undefined, latest: undefined }
  // A reading in progress answers earlier callers; later ones start another.
  onStockChanged(ctx, (what) => {
    if (what !== OFFERS && what !== EVERY_COUNTY) return
    kept.offers = undefined
    kept.latest = undefined
  })
  return kept
})

/** Tells this node, which must not wait for its own notice. The change must be committed. */
export const announceOffers = (ctx: Pick<PlatformContext, 'node'>): void => announceStockChange(ctx, [OFFERS])

/** Returns all offers that are not removed, also those that are off. The same array until one changes. */
export function loadOffers(ctx: Pick<PlatformContext, 'database' | 'node'>, executor: Executor = ctx.database) {
  const kept = cacheOf(ctx)
  if (kept.offers) return kept.offers
  const reading = executor.run(listStanding)
  kept.offers = reading
  reading.then(
    (offers) => {
      if (kept.offers === reading) kept.latest = offers
    },
    () => {
      if (kept.offers === reading) kept.offers = undefined
    },
  )
  return reading
}

/** Whether these are the offers that `loadOffers` returned last, so that what was computed from them is still right. */
export const isStanding = (ctx: Pick<PlatformContext, 'node'>, offers: readonly OfferRow[]): boolean =>
  cacheOf(ctx).latest === offers

export interface LeveledPrice {
  readonly cents: Cents
  readonly level: PriceLevel
}

export interface StandingPrice {
  readonly leadType: contract.LeadType
  readonly tier: contract.Tier
  readonly size: contract.Size
  readonly price: LeveledPrice
  /** What it would cost without a price of the area's own; everywhere, the same. */
  readonly inherited: LeveledPrice
}

/** By keys such as `vacant-vip-20`. */
export type StandingPrices = ReadonlyMap<string, StandingPrice>

const LEVELS = ['national', 'state', 'county'] as const

/** Reads the prices in effect in several areas (null: everywhere) in one statement, so they belong together. */
export async function readStandingPricesOf(database: Executor, areas: readonly (string | null)[]) {
  const rows = await database.run(listStandingRows, { areas: [...new Set(areas.flatMap(areasAround))] })
  const rowsOf = Map.groupBy(rows, (row) => row.area)
  const byArea = new Map(areas.map((area) => [area, standingIn(area, rowsOf)]))
  return (area: string | null): StandingPrices => byArea.get(area) ?? new Map()
}

/** Reads the prices in effect in one area; null: everywhere. */
export async function readStandingPrices(database: Executor, area: string | null): Promise<StandingPrices> {
  return (await readStandingPricesOf(database, [area]))(area)
}

function standingIn(area: string | null, rowsOf: ReadonlyMap<string, readonly StandingRow[]>): StandingPrices {
  const standing = new Map<string, StandingPrice>()
  for (const [at, level] of LEVELS.entries()) {
    const code = ['', ...areasAround(area)][at]
    if (code === undefined) break
    for (const { lead_type: leadType, tier, size, price_cents } of rowsOf.get(code) ?? []) {
      const key = `${leadType}-${tier}-${size}`
      const price = { cents: toCents(price_cents), level }
      const above = standing.get(key)?.price
      standing.set(key, { leadType, tier, size, price, inherited: code === area && above ? above : price })
    }
  }
  return standing
}

/** Lists the 48 national prices, or those of an area. @throws Refusal `unknown_state`, `unknown_county` */
export async function listPricing(ctx: PlatformContext, { state, county }: QueryOf<typeof contract.listPricing>) {
  const isNational = state === undefined && county === undefined
  const area = isNational ? null : areaCodeOf(await loadPlaces(ctx), { state: state ?? '', county: county ?? null })
  const rows = [...(await readStandingPrices(ctx.database, area)).values()]
  const placeOf = ({ leadType, tier, size }: StandingPrice) =>
    (contract.LEAD_TYPES.indexOf(leadType) * contract.TIERS.length + contract.TIERS.indexOf(tier)) *
      contract.SIZES.length +
    contract.SIZES.indexOf(size)
  return rows
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map(({ leadType, tier, size, price }) => ({ leadType, tier, size, basePrice: dollarTextFromCents(price.cents) }))
}

/** Reads what packages cost today where they are, before offers. Packages that do not exist are left out. */
export async function readPackagePrices(
  { database }: Pick<PlatformContext, 'database'>,
  packageIds: readonly contract.PackageId[],
): Promise<Map<contract.PackageId, Cents>> {
  const rows = await database.run(listPackageCents, { packageIds })
  return new Map(rows.map((row) => [row.package_id as contract.PackageId, toCents(row.price_cents)]))
}
