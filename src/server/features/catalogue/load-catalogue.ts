import type { Clock } from '#server/platform/clock.ts'
import { type Database, inTransaction } from '#server/platform/database.ts'
import { readAtlasCounties } from './atlas-counties.ts'
import { STARTING_PRICES } from './price-table.ts'
import { countCounties, insertCounties, insertPackages, insertPrices, lockCatalogue } from './queries.ts'

/**
 * Fills an empty catalogue: counties, the 48 prices, 48 packages a county, all without stock. Does nothing when it is
 * filled; of two nodes that start at once, one fills and the other waits.
 *
 * @param options.states only these, for tests
 * @returns whether this call filled it
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
    await tx.run(insertCounties, {
      fips: counties.map((c) => c.fips),
      states: counties.map((c) => c.state),
      names: counties.map((c) => c.name),
    })
    await tx.run(insertPrices, {
      leadTypes: STARTING_PRICES.map((price) => price.leadType),
      tiers: STARTING_PRICES.map((price) => price.tier),
      sizes: STARTING_PRICES.map((price) => price.size),
      priceCents: STARTING_PRICES.map((price) => price.priceCents),
      now: ctx.clock.now(),
    })
    await tx.run(insertPackages)
    return true
  })
}
