import type { findLeads as endpoint } from '#contract/admin/lead-screen.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { typedProperties } from '#server/features/stock/fingerprints.ts'
import { findSuppressed } from '#server/features/stock/suppressions.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listOfOrder, listOfProperty } from './queries.ts'
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
