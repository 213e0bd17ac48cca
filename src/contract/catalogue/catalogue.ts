/** States, counties, packages and prices (docs/product.md#what-is-for-sale). */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'

export const LEAD_TYPES = ['vacant', 'owner', 'landlord'] as const
export const LeadType = z.enum(LEAD_TYPES)
export type LeadType = z.infer<typeof LeadType>

export const LEAD_TYPE_NAMES: Readonly<Record<LeadType, string>> = {
  vacant: 'Vacant Houses',
  owner: 'Owner Occupied',
  landlord: 'Distant/Tired Landlords',
}

/** Leads of a type inside a sentence: `25 vacant-house leads`. */
export const LEADS_NAMES: Readonly<Record<LeadType, string>> = {
  vacant: 'vacant-house leads',
  owner: 'owner-occupied leads',
  landlord: 'distant/tired-landlord leads',
}

export const TIERS = ['vip', 'premier', 'premium', 'standard'] as const
export const Tier = z.enum(TIERS)
export type Tier = z.infer<typeof Tier>

/** What a tier means. Ages are whole days since the lead was acquired. */
export const TIER_FACTS: Readonly<Record<Tier, { name: string; badge: string; exclusivity: string; age: string }>> = {
  vip: { name: 'VIP', badge: 'Exclusive', exclusivity: 'Exclusive, real-time delivery', age: '0-2 days' },
  premier: {
    name: 'Premier',
    badge: 'Semi-Exclusive',
    exclusivity: 'Semi-exclusive, real-time delivery',
    age: '3-9 days',
  },
  premium: { name: 'Premium', badge: 'Popular', exclusivity: 'Non-exclusive', age: '10-30 days' },
  standard: { name: 'Standard', badge: 'Value', exclusivity: 'Non-exclusive', age: '30-60 days' },
}

/** How many buyers may get a lead of each tier by default: VIP is exclusive, Premier semi-exclusive. */
export const USUAL_SALE_CAPS: Readonly<Record<Tier, number>> = { vip: 1, premier: 3, premium: 10, standard: 10 }

/** How many buyers may get a lead, in sentences, shown next to each claim that leads are exclusive or not oversold. */
export function buyersSentence(saleCaps: Readonly<Record<Tier, number>>): string {
  const names = (cap: number) => TIERS.filter((tier) => saleCaps[tier] === cap).map((tier) => TIER_FACTS[tier].name)
  return [...new Set(TIERS.map((tier) => saleCaps[tier]))]
    .map(
      (cap) =>
        `${names(cap).join(' and ')}${cap === 1 ? ' leads are yours alone for a year' : `: up to ${cap} buyers`}.`,
    )
    .join(' ')
}

export const SIZES = [20, 30, 50, 100] as const
export const Size = z.literal(SIZES)
export type Size = (typeof SIZES)[number]

export const SIZE_NAMES: Readonly<Record<Size, string>> = {
  20: 'Junior Package',
  30: 'Investor Package',
  50: 'Professional Package',
  100: 'Enterprise Package',
}

/** The name of a size; other sizes read `{n} Leads`. */
export const sizeName = (size: number): string => (size in SIZE_NAMES ? SIZE_NAMES[size as Size] : `${size} Leads`)

/** `20 leads`, or with those that an offer adds `25 leads (20 + 5 free)`. */
export const leadsWords = ({ size, bonusLeads: free }: { size: number; bonusLeads: number }): string =>
  free > 0 ? `${size + free} leads (${size} + ${free} free)` : `${size} leads`

/** The name of a package wherever it is sold, paid for or delivered: `VIP Junior Package`. */
export const packageName = ({ tier, size }: { tier: Tier; size: number }): string =>
  `${TIER_FACTS[tier].name} ${sizeName(size)}`

/** Digits of a federal county code; ids of packages and pools start with it. */
const FIPS_LENGTH = 5

/** Stock above this is shown as 'Unlimited'. */
export const COUNTED_MAX = 999

/** A number of units is low from here down (docs/product.md#stock). */
export const LOW_STOCK_MAX = 10

export const PackageId = z
  .string()
  .check(z.regex(/^\d{5}-(vacant|owner|landlord)-(vip|premier|premium|standard)-(20|30|50|100)$/))
  .brand<'PackageId'>()
export type PackageId = z.infer<typeof PackageId>

export interface PackageKey {
  fips: string
  leadType: LeadType
  tier: Tier
  size: Size
}

/** Builds the id of a package: `48453-vacant-vip-20`. */
export function packageIdOf(key: PackageKey): PackageId {
  return `${key.fips}-${key.leadType}-${key.tier}-${key.size}` as PackageId
}

export const fipsOf = (id: string): string => id.slice(0, FIPS_LENGTH)

/** Reads the parts of a package id; the reverse of `packageIdOf`. The id must have passed its schema. */
export function packageKeyOf(packageId: PackageId): PackageKey {
  const [fips = '', leadType = '', tier = '', size = ''] = packageId.split('-')
  return { fips, leadType: leadType as LeadType, tier: tier as Tier, size: Number(size) as Size }
}

/** Describes a tier, in the sentence that a package card shows. */
export function describePackage(leadType: LeadType, tier: Tier, size: Size): string {
  const facts = TIER_FACTS[tier]
  return `${size} ${LEADS_NAMES[leadType]}, ${facts.age} old. ${facts.exclusivity}.`
}

export const Package = z.object({
  id: PackageId,
  tier: Tier,
  leadType: LeadType,
  size: z.number(),
  /** Dollars. */
  price: z.number(),
  /** Units that can be bought now; above 999 means unlimited. */
  available: z.int(),
  description: z.string(),
  state: z.string(),
  county: z.string(),
  /** Present only if no unit was ever put on sale, so nothing of it is held or sold. */
  wasNeverStocked: z.optional(z.literal(true)),
})
export type Package = z.infer<typeof Package>

export const PricingEntry = z.object({
  leadType: LeadType,
  tier: Tier,
  size: z.number(),
  /** Dollars as text with two decimals. */
  basePrice: z.string(),
})

/** Names come from addresses that people type, so only their length is limited. */
export const PlaceName = z.string().check(z.minLength(1), z.maxLength(100))

export const listStates = defineEndpoint('anyone', 'GET', '/api/states', {
  key: 'any',
  summary: 'Names of the 50 states and the District of Columbia, sorted.',
  reply: z.array(z.string()),
})

export const listCounties = defineEndpoint('anyone', 'GET', '/api/counties/:state', {
  key: 'any',
  summary: 'Names of a state’s counties, sorted. Independent cities that share a name show as “… City”.',
  params: z.object({ state: PlaceName }),
  reply: z.array(z.string()),
  refusals: ['unknown_state'],
})

export const listPackages = defineEndpoint('anyone', 'GET', '/api/packages/:state/:county', {
  key: 'any',
  summary: 'The 48 packages of a county, by lead type, tier and size.',
  params: z.object({ state: PlaceName, county: PlaceName }),
  reply: z.array(Package),
  refusals: ['unknown_state', 'unknown_county'],
})

export const listPricing = defineEndpoint('anyone', 'GET', '/api/pricing', {
  key: 'any',
  summary: 'The 48 prices, by lead type, tier and size: the national ones, or those of a state or one of its counties.',
  query: z.object({ state: z.optional(PlaceName), county: z.optional(PlaceName) }),
  reply: z.array(PricingEntry),
  refusals: ['unknown_state', 'unknown_county'],
})
