/** Demand by county. Views, holds and sell-outs may miss a few seconds of a killed node; sales come from the ledger. */
import * as z from 'zod/mini'
import { PlaceName } from '#contract/catalogue/catalogue.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { Day } from '#contract/days.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PageQuery } from '#contract/values.ts'

/** The list's sort orders. `conversion`: storefront orders per 100 views. */
export const DEMAND_SORTS = ['county', 'views', 'holds', 'sales', 'revenue', 'sellOuts', 'conversion'] as const
export const DemandSort = z.enum(DEMAND_SORTS)
export type DemandSort = z.infer<typeof DemandSort>

export const DEMAND_PAGE_DEFAULT = 15
/** Views, holds and sell-outs of older days are forgotten: a year, plus a month to compare it with. */
export const DEMAND_KEPT_DAYS = 400

export const DemandRow = z.object({
  fips: z.string(),
  state: z.string(),
  county: z.string(),
  /** How often its packages were opened in the storefront, by a browser that is neither a member's nor a known bot's. */
  views: z.int(),
  /** Units placed in carts, including members'; not those that a payment link took over. */
  holds: z.int(),
  /** Units placed in carts that were the last of their package. */
  sellOuts: z.int(),
  /** Packages sold minus those returned, and their revenue in dollars. */
  sales: z.int(),
  revenue: z.number(),
  /** Paid orders per 100 views; null without. Links and members' carts do not count, nor do days before views were. */
  conversion: z.nullable(z.number()),
  packagesInStock: z.int(),
})
export type DemandRow = z.infer<typeof DemandRow>

const Question = z.object({
  from: Day,
  to: Day,
  sort: z._default(DemandSort, 'views'),
  direction: z._default(z.enum(['asc', 'desc']), 'desc'),
  state: z.optional(PlaceName),
})

export const listCountyDemand = defineEndpoint('admin', 'GET', '/api/admin/demand', {
  key: 'read',
  summary: 'Counties with demand or sales between two days, both included: views, holds, sales and sell-outs.',
  query: z.extend(Question, PageQuery(200).shape),
  reply: z.object({
    rows: z.array(DemandRow),
    next: z.nullable(z.string()),
    total: z.int(),
    /** The first day with counts of views, holds and sell-outs; null before anything was counted. */
    countedSince: z.nullable(Day),
  }),
  refusals: ['period_invalid', 'unknown_state'],
})

export const exportCountyDemand = defineEndpoint('admin', 'GET', '/api/admin/demand.csv', {
  key: 'read',
  summary: 'The whole list of counties by demand as a CSV file.',
  query: Question,
  file: CSV_TYPE,
  refusals: ['period_invalid', 'unknown_state'],
})
