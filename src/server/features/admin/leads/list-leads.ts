import {
  type countLeads as countEndpoint,
  type findLeads as endpoint,
  LEADS_PAGE_DEFAULT,
  type ListedLead,
  type listLeads as listEndpoint,
  type Shortfall,
} from '#contract/admin/lead-screen.ts'
import { LEAD_TYPES, type LeadType, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { OrderId } from '#contract/values.ts'
import { loadPlaces, type Places } from '#server/features/catalogue/places.ts'
import { typedProperties } from '#server/features/stock/normalize-address.ts'
import { findSuppressed } from '#server/features/stock/suppressions.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { countByPlaces, listBacking, listForSale, listOfOrder, listOfProperty, listShort } from './queries.ts'
import { showLead } from './show-lead.ts'

/** Reads a reference such as `LY-7K3M9QXD`, however it is typed: `ly 7k3m9qxd`, `7K3M9QXD`. */
const referenceOf = (typed: string): string => `LY-${typed.toUpperCase().replace(/\s/g, '').replace(/^LY-?/, '')}`

/** Parts between commas. No address has more, and each costs a query. */
const PARTS_MAX = 5

/**
 * Finds possible cities in an address that was typed or pasted as a whole: the parts between commas that are not a
 * unit. The first option: none.
 */
export const citiesIn = (street: string): string[] => {
  const [, ...parts] = street.split(',', PARTS_MAX)
  return ['', ...parts.filter((part) => part.trim() !== '' && !/\d/.test(part))]
}

/**
 * Finds the leads of a property by its address (an owner is on the phone), or of an order. It shows nothing that was
 * not typed, so it is not audited; opening one of them is.
 *
 * @throws Refusal `address_unreadable`, `order_not_found`
 */
export async function findLeads(
  ctx: PlatformContext,
  body: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const places = await loadPlaces(ctx)
  if ('reference' in body) {
    const rows = await ctx.database.run(listOfOrder, { reference: referenceOf(body.reference) })
    if (rows.length === 0) throw new Refusal('order_not_found')
    const leads = rows.flatMap((row) => (row.lead_id === null ? [] : [showLead(row, places)]))
    return { leads, isLeftAlone: null }
  }
  const { street, zip } = body
  const properties = typedProperties(ctx, { street, cities: citiesIn(street), zip })
  if (properties.length === 0) throw new Refusal('address_unreadable')
  const suppressed = await findSuppressed(
    ctx.database,
    properties.map((property) => property.propertyKey),
  )
  // The first one that is known in any way.
  for (const { propertyKey } of properties) {
    const rows = await ctx.database.run(listOfProperty, { propertyKey })
    const isLeftAlone = suppressed.has(propertyKey)
    if (rows.length > 0 || isLeftAlone) return { leads: rows.map((row) => showLead(row, places)), isLeftAlone }
  }
  return { leads: [], isLeftAlone: false }
}

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
