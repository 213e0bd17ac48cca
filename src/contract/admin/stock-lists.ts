/** What an administrator sees of stock beside one package: pools with leads, and what is low. */
import * as z from 'zod/mini'
import { LOW_STOCK_PAGE_MAX } from '#contract/admin/stock-screen.ts'
import { LeadType, PackageId, PlaceName, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PageQuery } from '#contract/values.ts'

/** The leads that the four sizes of a county, lead type and tier share if their stock follows leads. */
export const BackedPool = z.object({ leadType: LeadType, tier: Tier, leads: z.int() })
export type BackedPool = z.infer<typeof BackedPool>

export const listBackedPools = defineEndpoint('admin', 'GET', '/api/admin/stock/backed/:state/:county', {
  key: 'read',
  summary:
    'The lead types and tiers of a county whose stock comes from leads, with the leads left; the others are counted.',
  params: z.object({ state: PlaceName, county: PlaceName }),
  reply: z.array(BackedPool),
  refusals: ['unknown_state', 'unknown_county'],
})

const PackageInStock = z.object({
  packageId: PackageId,
  state: z.string(),
  county: z.string(),
  leadType: LeadType,
  tier: Tier,
  available: z.int(),
})
export const LowStockRow = z.extend(PackageInStock, {
  size: Size,
  isFromLeads: z.boolean(),
  /** Packages of the county that were sold in the last 30 days, less what was taken back. */
  sold: z.int(),
})
export type LowStockRow = z.infer<typeof LowStockRow>

export const listLowStock = defineEndpoint('admin', 'GET', '/api/admin/stock/low', {
  key: 'read',
  summary:
    'Packages with 10 or fewer units left, those of the counties that sell most first; of the whole store or of a state.',
  query: z.extend(PageQuery(LOW_STOCK_PAGE_MAX), {
    state: z.optional(PlaceName),
    /** `some`: 1 to 10 left. `none`: sold out, or never stocked. Absent: both. */
    left: z.optional(z.enum(['some', 'none'])),
  }),
  reply: z.array(LowStockRow),
  isPaged: true,
  refusals: ['unknown_state'],
})

/** How many of them are listed; more would mean that the store is empty. */
export const FALLEN_SHOWN_MAX = 100

/** Of a pool, the package with the fewest left stands for all four. */
export const FallenStock = z.extend(PackageInStock, { size: z.nullable(Size), leads: z.nullable(z.int()) })
export type FallenStock = z.infer<typeof FallenStock>

export const listFallenStock = defineEndpoint('admin', 'GET', '/api/admin/stock/fallen', {
  key: 'read',
  summary:
    'What fell to 10 or fewer within 30 days and was not restocked since, fewest first; packages that share leads are listed once.',
  reply: z.array(FallenStock),
})
