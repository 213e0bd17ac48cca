/** Where something is in stock right now, for the map: states, then the counties of one. At most 5 seconds old. */
import * as z from 'zod/mini'
import { LeadType, Package, PlaceName, Tier } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'

export const UNLIMITED_UNITS = 1_000

/** Which packages are counted: of one lead type, of one tier, or of both. Absent: all. */
export const StockFilter = z.object({ leadType: z.optional(LeadType), tier: z.optional(Tier) })
export type StockFilter = z.infer<typeof StockFilter>

export const StateStock = z.object({
  state: z.string(),
  /** The two digits of the federal state code, the id of the state's shape in `us-atlas`. */
  fips: z.string(),
  counties: z.int(),
  countiesInStock: z.int(),
  /** Packages in stock, out of 48 per county if all are counted. */
  packagesInStock: z.int(),
})

export const CountyStock = z.object({
  county: z.string(),
  /** The five digits of the federal county code, the id of the county's shape in `us-atlas`. */
  fips: z.string(),
  packagesInStock: z.int(),
  /** Units of all packages; an unlimited one counts 1000, and sizes that share their leads count once. */
  units: z.int(),
})
export type CountyStock = z.infer<typeof CountyStock>

export const listStateStock = defineEndpoint('anyone', 'GET', '/api/stock', {
  key: 'any',
  summary: 'How much can be bought in each state, sorted by name; at most 5 seconds old.',
  query: StockFilter,
  reply: z.array(StateStock),
})

export const listCountyStock = defineEndpoint('anyone', 'GET', '/api/stock/:state', {
  key: 'any',
  summary: 'How much can be bought in each county of a state, sorted by name; at most 5 seconds old.',
  params: z.object({ state: PlaceName }),
  query: StockFilter,
  reply: z.array(CountyStock),
  refusals: ['unknown_state'],
})

/** What may be known about a lead, what most leads have first. */
export const LEAD_FACTS = ['phone', 'home', 'email', 'value', 'equity', 'secondPhone'] as const
export type LeadFact = (typeof LEAD_FACTS)[number]

export const FactShares = z.object({
  phone: z.int(),
  home: z.int(),
  email: z.int(),
  value: z.int(),
  equity: z.int(),
  secondPhone: z.int(),
})

/** Of so many `leads`, how many of 100 have each fact, rounded down. */
export const LeadFactShares = z.object({ tier: Tier, leads: z.int(), shares: FactShares })

export const listLeadFacts = defineEndpoint('anyone', 'GET', '/api/lead-facts/:state/:county', {
  key: 'any',
  summary:
    'How many of 100 leads on sale in a county have a phone, an email and other facts: of the newest 200 of each tier, for tiers with at least 20.',
  params: z.object({ state: PlaceName, county: PlaceName }),
  query: z.object({ leadType: LeadType }),
  reply: z.array(LeadFactShares),
  refusals: ['unknown_state', 'unknown_county'],
})

/** `new EventSource('/api/live/Texas/Travis')`: the first event comes immediately, the next after a change. */
export const watchPackages = defineEndpoint('anyone', 'GET', '/api/live/:state/:county', {
  summary: 'A county’s packages, now and whenever stock or price changes: server-sent events, at most 4 a second.',
  params: z.object({ state: PlaceName, county: PlaceName }),
  stream: 'packages',
  reply: z.array(Package),
  refusals: ['unknown_state', 'unknown_county', 'too_many_streams'],
})
