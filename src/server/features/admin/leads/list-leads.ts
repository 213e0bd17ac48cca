import {
  type countLeads as countEndpoint,
  LEADS_PAGE_DEFAULT,
  type ListedLead,
  type listLeads as listEndpoint,
  type Shortfall,
} from '#contract/admin/lead-screen.ts'
import { LEAD_TYPES, type LeadType, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { OrderId } from '#contract/values.ts'
import { loadPlaces, type Places } from '#server/features/catalogue/places.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countByPlaces, listBacking, listForSale, listShort } from './queries.ts'
import { showLead } from './show-lead.ts'

interface Filter {
  state?: string | undefined
  county?: string | undefined
  leadType?: LeadType | undefined
  tier?: Tier | undefined
}

/**
 * Returns the selected counties; null for all. @throws Refusal `unknown_state`, `unknown_county` (also for one without
 * a state)
 */
function countiesOf(places: Places, { state, county }: Filter): string[] | null {
  if (state === undefined) {
    if (county !== undefined) throw new Refusal('unknown_county')
    return null
  }
  return county === undefined ? places.countiesOf(state).map(({ fips }) => fips) : [places.county(state, county).fips]
}

const valuesOf = (places: Places, filter: Filter) => ({
  counties: countiesOf(places, filter),
  leadTypes: filter.leadType ? [filter.leadType] : LEAD_TYPES,
  tiers: filter.tier ? [filter.tier] : TIERS,
})

/**
 * Counts the leads for sale, by tier and by how many buyers may still get each.
 *
 * @throws Refusal `unknown_state`, `unknown_county`
 */
export async function countLeads(
  ctx: PlatformContext,
  query: QueryOf<typeof countEndpoint>,
): Promise<ReplyOf<typeof countEndpoint>> {
  const places = await loadPlaces(ctx)
  const rows = await ctx.database.run(countByPlaces, valuesOf(places, query))
  const tiers = TIERS.map((tier) => {
    const its = rows.filter((row) => row.tier === tier)
    const most = its.reduce((max, row) => Math.max(max, row.places), 0)
    const byPlaces = Array.from({ length: most }, (_, index) => its.find((row) => row.places === index + 1)?.leads ?? 0)
    return { tier, leads: byPlaces.reduce((sum, leads) => sum + leads, 0), byPlaces }
  })
  const { state, county } = query
  if (state === undefined || county === undefined) return { tiers, backing: null }
  const backed = await ctx.database.run(listBacking, { fips: places.county(state, county).fips })
  const backing = LEAD_TYPES.map((leadType) => ({
    leadType,
    isBacked: backed.find((row) => row.lead_type === leadType)?.is_backed ?? false,
  }))
  return { tiers, backing }
}

/** Lists paid orders with missing leads, for someone to make up for them. */
export async function listShortfalls(ctx: PlatformContext): Promise<Shortfall[]> {
  const rows = await ctx.database.run(listShort)
  return rows.map((row) => ({
    orderId: row.order_id as OrderId,
    reference: row.reference,
    missing: row.missing,
    notedAt: row.noted_at.toISOString(),
  }))
}

const LIST = 'leads'
const FIRST_PAGE = ['', '0', '1970-01-01T00:00:00Z', '0'] as const
const WHOLE_NUMBER = /^\d{1,15}$/

/** @throws Refusal `bad_request` for a cursor of another list */
function startOf(cursor: string | undefined) {
  const keys = readCursor(LIST, cursor, 4) ?? FIRST_PAGE
  const [poolId = '', unsold = '', acquiredAt = '', leadId = ''] = keys
  if (!/^\d{1,4}$/.test(unsold) || !isInstantKey(acquiredAt) || !WHOLE_NUMBER.test(leadId))
    throw new Refusal('bad_request')
  return { afterPoolId: poolId, afterUnsold: Number(unsold), afterAcquiredAt: acquiredAt, afterLeadId: leadId }
}

/**
 * Lists a page of leads for sale, pool by pool, in the order they are sold.
 *
 * @throws Refusal `unknown_state`, `unknown_county`, `bad_request` for a cursor of another list
 */
export async function listLeads(ctx: PlatformContext, query: QueryOf<typeof listEndpoint>): Promise<Page<ListedLead>> {
  const { limit = LEADS_PAGE_DEFAULT } = query
  const places = await loadPlaces(ctx)
  const found = await ctx.database.run(listForSale, {
    ...valuesOf(places, query),
    ...startOf(query.cursor),
    limit: limit + 1,
  })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => showLead(row, places)),
    next:
      last?.pool_id && found.length > limit
        ? writeCursor(LIST, [last.pool_id, String(last.unsold), last.acquired, String(last.lead_id)])
        : null,
  }
}
