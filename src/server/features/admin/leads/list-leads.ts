import type * as contract from '#contract/admin/lead-screen.ts'
import { LEADS_PAGE_DEFAULT } from '#contract/admin/lead-screen.ts'
import { LEAD_TYPES, type LeadType, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { loadPlaces, type Places } from '#server/features/catalogue/places.ts'
import { findSuppressed } from '#server/features/stock/suppressions.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readPage } from '#server/platform/database/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import * as sql from './queries.ts'
import { requireProperties, showLead } from './show-lead.ts'

/** However it is typed: `LY-7K3M9QXD`, `ly 7k3m9qxd`, `7K3M9QXD`. */
const referenceOf = (typed: string): string => `LY-${typed.toUpperCase().replace(/\s/g, '').replace(/^LY-?/, '')}`

/**
 * Finds the leads of a property by its address, or of an order. It shows nothing that was not typed, so it is not
 * audited; opening a lead is.
 * @throws Refusal `address_unreadable`, `order_not_found`
 */
export async function findLeads(ctx: PlatformContext, body: BodyOf<typeof contract.findLeads>) {
  const places = await loadPlaces(ctx)
  if ('reference' in body) {
    const rows = await ctx.database.run(sql.listOfOrder, { reference: referenceOf(body.reference) })
    if (rows.length === 0) throw new Refusal('order_not_found')
    const leads = rows.flatMap((row) => (row.lead_id === null ? [] : [showLead(row, places)]))
    return { leads, isLeftAlone: null }
  }
  const keys = requireProperties(ctx, body)
  const suppressed = await findSuppressed(ctx.database, keys)
  // The first one that is known in any way.
  for (const propertyKey of keys) {
    const rows = await ctx.database.run(sql.listOfProperty, { propertyKey })
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

/** The selected counties; null for all. @throws Refusal `unknown_state`, `unknown_county` (also without a state) */
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

/** Counts the leads for sale by tier and places left. @throws Refusal `unknown_state`, `unknown_county` */
export async function countLeads(ctx: PlatformContext, query: QueryOf<typeof contract.countLeads>) {
  const places = await loadPlaces(ctx)
  const rows = await ctx.database.run(sql.countByPlaces, valuesOf(places, query))
  const tiers = TIERS.map((tier) => {
    const its = rows.filter((row) => row.tier === tier)
    const most = its.reduce((max, row) => Math.max(max, row.places), 0)
    const byPlaces = Array.from({ length: most }, (_, index) => its.find((row) => row.places === index + 1)?.leads ?? 0)
    return { tier, leads: byPlaces.reduce((sum, leads) => sum + leads, 0), byPlaces }
  })
  const { state, county } = query
  if (state === undefined || county === undefined) return { tiers, backing: null }
  const backed = await ctx.database.run(sql.listBacking, { fips: places.county(state, county).fips })
  const backing = LEAD_TYPES.map((leadType) => ({
    leadType,
    isBacked: backed.find((row) => row.lead_type === leadType)?.is_backed ?? false,
  }))
  return { tiers, backing }
}

const WHOLE_NUMBER = /^\d{1,15}$/

/** Lists leads for sale in the order they are sold. @throws Refusal `unknown_state`, `unknown_county`, `bad_request` */
export async function listLeads(ctx: PlatformContext, query: QueryOf<typeof contract.listLeads>) {
  const places = await loadPlaces(ctx)
  const values = valuesOf(places, query)
  const { rows, next } = await readPage({
    page: { cursor: query.cursor, limit: query.limit ?? LEADS_PAGE_DEFAULT },
    name: 'leads',
    start: ['', '0', '1970-01-01T00:00:00Z', '0'],
    isValid: ([, unsold = '', acquiredAt, leadId = '']) =>
      /^\d{1,4}$/.test(unsold) && isInstantKey(acquiredAt) && WHOLE_NUMBER.test(leadId),
    keysOf: (row: sql.ListedLeadRow) => [row.pool_id ?? '', String(row.unsold), row.acquired, String(row.lead_id)],
    readAfter: ([afterPoolId = '', unsold, afterAcquiredAt = '', afterLeadId = ''], limit) =>
      ctx.database.run(sql.listForSale, {
        ...values,
        afterPoolId,
        afterUnsold: Number(unsold),
        afterAcquiredAt,
        afterLeadId,
        limit,
      }),
  })
  return { rows: rows.map((row) => showLead(row, places)), next }
}
