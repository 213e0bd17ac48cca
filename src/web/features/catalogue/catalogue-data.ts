import type { LeadType, listCounties, listPackages, listStates, Package, Tier } from '#contract/catalogue.ts'
import { query } from '#web/lib/query.ts'

/** The market being looked at; empty text until it is chosen. */
export interface Market {
  state: string
  county: string
}

export const statesQuery = () => query<typeof listStates>('/api/states', {})
export const countiesQuery = (state: string) => query<typeof listCounties>('/api/counties/:state', { state })
export const packagesQuery = ({ state, county }: Market) =>
  query<typeof listPackages>('/api/packages/:state/:county', { state, county })

/** The three groups of SPEC.md's leads page, in the order shown. */
export const TIER_GROUPS: readonly { title: string; tiers: readonly Tier[] }[] = [
  { title: 'VIP Tier - Exclusive Access', tiers: ['vip'] },
  { title: 'Premier Tier - Semi-Exclusive', tiers: ['premier'] },
  { title: 'Premium & Standard Tier - Volume Options', tiers: ['premium', 'standard'] },
]

/** A lead type's packages of some tiers, tier by tier, small sizes first. */
export function packagesOf(packages: readonly Package[], leadType: LeadType, tiers: readonly Tier[]): Package[] {
  return tiers.flatMap((tier) =>
    packages.filter((one) => one.leadType === leadType && one.tier === tier).sort((a, b) => a.size - b.size),
  )
}
