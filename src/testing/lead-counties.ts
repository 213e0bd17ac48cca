import { beforeEach } from 'vitest'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { type PoolId, poolOf } from '#server/features/stock/pools.ts'
import { addLeads } from './leads.ts'
import type { TestApp } from './test-app.ts'

/** Gives each test of a file a county of its own, whose stock follows from the leads that the test puts there. */
export function leadCounties(store: TestApp) {
  let counties = 0
  const county = {
    fips: '',
    /** How many properties have leads so far. */
    properties: 0,
    packageAt: (tier: string, size = 20, leadType = 'vacant') =>
      `${county.fips}-${leadType}-${tier}-${size}` as PackageId,
    poolAt: (tier: string): PoolId => poolOf(county.packageAt(tier)),

    /** Adds leads of a package's county and type, each of its own property; `ageDays` of each, or by its number. */
    async stock(packageId: string, count: number, ageDays: number | ((index: number) => number)): Promise<void> {
      const leads = Array.from({ length: count }, (_, index) => ({
        property: county.properties + index + 1,
        ageDays: typeof ageDays === 'number' ? ageDays : ageDays(index),
      }))
      county.properties += count
      await addLeads(store, packageId, leads)
    },

    /** The units on sale. */
    shown: async (packageId: string): Promise<number> =>
      (await store.row`select lead_units from packages where package_id = ${packageId}`).lead_units,
  }
  beforeEach(() => {
    counties += 1
    county.fips = String(48_001 + counties * 2)
  })
  return county
}
