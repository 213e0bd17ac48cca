/**
 * Each of the 48 prices applies everywhere, unless a county or its state has its own; the county's comes first. And the
 * packages that one change of prices or stock is about.
 */
import * as z from 'zod/mini'
import { LeadType, PlaceName, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'

export const PriceLevel = z.enum(['national', 'state', 'county'])
export type PriceLevel = z.infer<typeof PriceLevel>

/** A state (`county: null`) or one of its counties. */
export const PriceArea = z.object({ state: PlaceName, county: z.nullable(PlaceName) })
export type PriceArea = z.infer<typeof PriceArea>

/** An area with its name as people say it: `Texas`, `Harris County, Texas`. */
export const NamedArea = z.extend(PriceArea, { name: z.string() })
export type NamedArea = z.infer<typeof NamedArea>

/** The most states and counties that one change names. */
export const AREAS_MAX = 300

/** The packages of a change: of these lead types, tiers and sizes, in these areas; null: in the whole nation. */
export const PackageScope = z.object({
  areas: z.nullable(z.array(PriceArea).check(z.minLength(1), z.maxLength(AREAS_MAX))),
  leadTypes: z.array(LeadType).check(z.minLength(1), z.maxLength(3)),
  tiers: z.array(Tier).check(z.minLength(1), z.maxLength(4)),
  sizes: z.array(Size).check(z.minLength(1), z.maxLength(4)),
})
export type PackageScope = z.infer<typeof PackageScope>

/** Of a preview: how many rows it shows at once, and where it starts. */
export const PREVIEW_ROWS = 100
export const PreviewStart = z.optional(z.int().check(z.gte(0), z.lte(200_000)))

/** The level of an area's own prices; null stands for everywhere. */
export function levelOf(area: PriceArea | null): PriceLevel {
  if (!area) return 'national'
  return area.county === null ? 'state' : 'county'
}

const PLACES_NAMED_MAX = 3

/** `Texas; Kent County, Delaware; 2 more places`. */
export function placesWords(names: readonly string[]): string {
  const more = names.length - PLACES_NAMED_MAX
  if (more <= 1) return names.join('; ')
  return [...names.slice(0, PLACES_NAMED_MAX), `${more} more places`].join('; ')
}

/** Says whose price it is, seen from an area by its name: `Harris County price`, `Texas price`, `National price`. */
export function levelWords(level: PriceLevel, place: string | null): string {
  const [first = '', state = first] = level === 'national' ? ['National'] : (place ?? '').split(', ')
  return `${level === 'state' ? state : first} price`
}

export const listPriceAreas = defineEndpoint('admin', 'GET', '/api/admin/pricing/areas', {
  key: 'read',
  summary: 'The states and counties that have prices of their own, by name; a state before its counties.',
  reply: z.array(z.object({ area: NamedArea, prices: z.int() })),
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
  summary: 'The 48 prices of a state or a county, or everywhere, by lead type, tier and size.',
  /** Without `county`: the state’s, which its counties may replace; without `state`: the national ones. */
  query: z.object({ state: z.optional(PlaceName), county: z.optional(PlaceName) }),
  reply: z.object({ area: z.nullable(NamedArea), prices: z.array(AreaPrice) }),
  refusals: ['unknown_state', 'unknown_county'],
})
