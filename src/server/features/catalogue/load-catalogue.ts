import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { isIndependentCity } from '#contract/catalogue/county-name.ts'
import { USUAL_DOLLARS } from '#contract/catalogue/usual-prices.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { listsOf } from '#server/platform/database/statement.ts'
import type { County } from './places.ts'
import { countCounties, insertCounties, insertPackages, insertPrices, lockCatalogue } from './queries.ts'

/**
 * Fills an empty catalogue, without stock. If two nodes start at once, one fills it and the other waits. Returns
 * whether this call did. @param options.states only these, for tests
 */
export async function loadCatalogue(
  ctx: { readonly database: Database; readonly clock: Clock },
  options: { states?: readonly string[] } = {},
): Promise<boolean> {
  const [before] = await ctx.database.run(countCounties)
  if (before && before.counties > 0) return false
  const counties = (await readAtlasCounties()).filter(({ state }) => options.states?.includes(state) ?? true)
  return inTransaction(ctx, async (tx) => {
    await tx.liftTimeLimits()
    await tx.run(lockCatalogue)
    const [now] = await tx.run(countCounties)
    if (now && now.counties > 0) return false
    await tx.run(insertCounties, { fips: counties.map((c) => c.fips), ...listsOf(counties, 'state', 'name') })
    await tx.run(insertPrices, {
      ...listsOf(STARTING_PRICES, 'leadType', 'tier', 'size'),
      priceCents: STARTING_PRICES.map((price) => price.priceCents),
      now: ctx.clock.now(),
    })
    await tx.run(insertPackages)
    return true
  })
}

const STARTING_PRICES = LEAD_TYPES.flatMap((leadType) =>
  TIERS.flatMap((tier) =>
    SIZES.map((size, at) => ({ leadType, tier, size, priceCents: (USUAL_DOLLARS[leadType][tier][at] ?? 0) * 100 })),
  ),
)

/** Federal codes above this are territories, where the store does not sell. */
const LAST_STATE_CODE = 56

type AtlasShapes = { geometries: { id: string; properties: { name: string } }[] }

/** The 3,142 counties of the 50 states and the District of Columbia, from `us-atlas` (Census Bureau, 2017 boundaries). */
export async function readAtlasCounties(): Promise<County[]> {
  const path = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json')
  const atlas: { objects: { counties: AtlasShapes; states: AtlasShapes } } = JSON.parse(await readFile(path, 'utf8'))
  const stateNames = new Map(atlas.objects.states.geometries.map(({ id, properties }) => [id, properties.name]))
  const counties = atlas.objects.counties.geometries
    .filter(({ id }) => Number(id.slice(0, 2)) <= LAST_STATE_CODE)
    .map(({ id, properties }) => ({ fips: id, state: stateNames.get(id.slice(0, 2)) ?? '', name: properties.name }))
  const timesNamed = new Map<string, number>()
  for (const { state, name } of counties)
    timesNamed.set(`${state}/${name}`, (timesNamed.get(`${state}/${name}`) ?? 0) + 1)
  return counties.map((county) => {
    // Six independent cities share a county's name within their state.
    const isNamesake = (timesNamed.get(`${county.state}/${county.name}`) ?? 0) > 1
    return isNamesake && isIndependentCity(county.fips) ? { ...county, name: `${county.name} City` } : county
  })
}
