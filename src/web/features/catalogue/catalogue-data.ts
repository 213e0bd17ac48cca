import { queryOptions } from '@tanstack/react-query'
import {
  type LeadType,
  listCounties,
  listPackages,
  listStates,
  type Package,
  type Tier,
} from '#contract/catalogue/catalogue.ts'
import { query, unreachableError } from '#web/lib/call-api.ts'

export type Market = { state: string; county: string }

/** See build/atlas-files.ts, which writes these files. */
export interface StateOutlines {
  counties: Readonly<Record<string, { name: string; path: string; neighbors: readonly string[] } | undefined>>
  beyond: Readonly<Record<string, { name: string; state: string } | undefined>>
}

export const statesQuery = () => query(listStates)
export const countiesQuery = (state: string) => query(listCounties, { state })
export const packagesQuery = ({ state, county }: Market) => query(listPackages, { state, county })

export const outlinesQuery = (stateFips: string) =>
  queryOptions({
    queryKey: ['county outlines', stateFips],
    queryFn: async ({ signal }): Promise<StateOutlines> => {
      const response = await fetch(`/outlines/${stateFips}.json`, { signal })
      if (!response.ok) throw unreachableError()
      return response.json()
    },
  })

export function whyOut(packages: readonly Package[]): string {
  const neverStocked = packages.filter((one) => one.wasNeverStocked).length
  if (neverStocked === 0) return 'reserved or sold right now'
  return neverStocked < packages.length ? 'reserved, sold or not on sale yet' : NOT_ON_SALE_YET
}

/** Of what is for sale in a county, where a link skips to. */
export const PACKAGES_ID = 'packages'

/** Of the section that says what an amount buys; the county’s head links to it. */
export const BUDGET_ID = 'budget'

export const NOT_ON_SALE_YET = 'not on sale yet'

/** A lead type's packages of some tiers, tier by tier, small sizes first. */
export const packagesOf = (packages: readonly Package[], leadType: LeadType, tiers: readonly Tier[]): Package[] =>
  tiers.flatMap((tier) =>
    packages.filter((one) => one.leadType === leadType && one.tier === tier).sort((a, b) => a.size - b.size),
  )
