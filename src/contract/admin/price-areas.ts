/** Each of the 48 prices applies everywhere, unless a county or its state has its own; the county's comes first. */
import * as z from 'zod/mini'
import { LeadType, PlaceName, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/values.ts'

export const PriceLevel = z.enum(['national', 'state', 'county'])
export type PriceLevel = z.infer<typeof PriceLevel>

/** A state (`county: null`) or one of its counties. */
export const PriceArea = z.object({ state: PlaceName, county: z.nullable(PlaceName) })
export type PriceArea = z.infer<typeof PriceArea>

/** An area with its name as people say it: `Texas`, `Harris County, Texas`. */
export const NamedArea = z.extend(PriceArea, { name: z.string() })
export type NamedArea = z.infer<typeof NamedArea>

/** The level of an area's own prices; null stands for everywhere. */
export function levelOf(area: PriceArea | null): PriceLevel {
  if (!area) return 'national'
  return area.county === null ? 'state' : 'county'
}

/** Says whose price it is, seen from an area: `Harris County price`, `Texas price`, `National price`. */
export function levelWords(level: PriceLevel, area: NamedArea | null): string {
  if (!area || level === 'national') return 'National price'
  return `${level === 'state' ? area.state : area.name.slice(0, -`, ${area.state}`.length)} price`
}

export const listPriceAreas = defineEndpoint('admin', 'GET', '/api/admin/pricing/areas', {
  key: 'read',
  summary: 'The states and counties that have prices of their own, by name; a state before its counties.',
  reply: z.array(z.object({ area: NamedArea, prices: z.int(), changedAt: Instant, changedBy: z.string() })),
})

export const AreaPrice = z.object({
  leadType: LeadType,
  tier: Tier,
  size: Size,
  price: z.string(),
  level: PriceLevel,
  inherited: z.string(),
  inheritedLevel: PriceLevel,
})
export type AreaPrice = z.infer<typeof AreaPrice>

export const listAreaPrices = defineEndpoint('admin', 'GET', '/api/admin/pricing/area-prices', {
  key: 'read',
  summary: 'The 48 prices of a state or a county, by lead type, tier and size.',
  /** Without `county`: the state’s, which its counties may replace. */
  query: z.object({ state: PlaceName, county: z.optional(PlaceName) }),
  reply: z.object({ area: NamedArea, prices: z.array(AreaPrice) }),
  refusals: ['unknown_state', 'unknown_county'],
})
