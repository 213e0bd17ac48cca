import type * as contract from '#contract/admin/lead-screen.ts'
import { LEAD_TYPE_NAMES, type LeadType, type PackageId, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import type { LeadFacts } from '#contract/delivery/lead-sheet.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { formatCents } from '#contract/plain-values.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces, type Places } from '#server/features/catalogue/places.ts'
import { leaveAlone } from '#server/features/delivery/opt-out.ts'
import { typedProperties } from '#server/features/stock/normalize-address.ts'
import { unsuppress } from '#server/features/stock/suppressions.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import * as sql from './queries.ts'

function stateOf(row: sql.ListedLeadRow): contract.LeadState {
  if (row.is_left_alone) return 'left_alone'
  if (row.pool_id === null) return 'too_old'
  return row.places > 0 ? 'for_sale' : 'spoken_for'
}

/** Formats a lead for lists, without its owner's data. */
export function showLead(row: sql.ListedLeadRow, places: Places): contract.ListedLead {
  const { state, name } = places.countyByFips(row.fips)
  return {
    id: row.lead_id,
    state,
    county: name,
    leadType: row.lead_type as LeadType,
    tier: row.pool_id === null ? null : packageKeyOf(`${row.pool_id}-20` as PackageId).tier,
    leadState: stateOf(row),
    ...shownOf(row, 'acquired_at', 'held', 'sold', 'has_details'),
    // It is no longer sold from the moment its owner asked; the job takes it out later.
    placesLeft: row.is_left_alone ? 0 : row.places,
  }
}

/** Names a lead without revealing anything about its owner, because the log is kept forever. */
function nameOf({ lead_id, lead_type, fips }: sql.ListedLeadRow, places: Places): string {
  const { name, state } = places.countyByFips(fips)
  return `Lead ${lead_id}, ${LEAD_TYPE_NAMES[lead_type as LeadType]}, ${name}, ${state}`
}

/** A date has no time, so no time zone may shift it. */
const DAY = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

function factsInWords(facts: LeadFacts): contract.LeadDetails['facts'] {
  const { valueCents, equityPercent, beds, yearBuilt, lastSaleOn } = facts
  const known = [
    ['Value', valueCents === undefined ? undefined : formatCents(valueCents).replace(/\.00$/, '')],
    ['Equity', equityPercent === undefined ? undefined : `${equityPercent}%`],
    ['Beds', beds],
    ['Year built', yearBuilt],
    ['Last sale', lastSaleOn === undefined ? undefined : DAY.format(Date.parse(lastSaleOn))],
  ] as const
  return known.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value: String(value) }]))
}

const showDetails = (row: sql.DetailsRow): contract.LeadDetails => ({
  ...shownOf(row, 'address', 'city', 'zip', 'owner_names', 'mailing_address', 'phones', 'emails', 'source'),
  ...shownOf(row, 'is_do_not_call', 'consent'),
  facts: factsInWords(row.facts),
})

const showBuyer = (row: sql.BuyerRow) => ({
  orderId: row.order_id as OrderId,
  ...shownOf(row, 'reference', 'email', 'sold_at', 'delivered_at', 'returned_at'),
  name: row.full_name,
})

async function requireLead(tx: Transaction, leadId: number) {
  return requireRow(await tx.run(sql.findLead, { leadId }), 'lead_unknown')
}

/**
 * Returns everything known about a lead, and who bought it. Who looked, and why, is recorded in the same transaction.
 * @throws Refusal `lead_unknown`
 */
export async function lookAtLead(ctx: PlatformContext, { leadId, reason }: { leadId: number; reason: string }) {
  const places = await loadPlaces(ctx)
  return inTransaction(ctx, async (tx) => {
    const lead = await requireLead(tx, leadId)
    await writeAudit(ctx, tx, { action: 'lead_looked_at', subject: nameOf(lead, places), note: reason })
    const [details] = await tx.run(sql.findDetails, { leadId })
    const buyers = await tx.run(sql.listBuyers, { leadId })
    return { ...showLead(lead, places), details: details ? showDetails(details) : null, buyers: buyers.map(showBuyer) }
  })
}

/** Opts out the property of a lead for its owner. Repeating it changes nothing. @throws Refusal `lead_unknown` */
export async function suppressLead(ctx: PlatformContext, { leadId, reason }: { leadId: number; reason: string }) {
  const places = await loadPlaces(ctx)
  await inTransaction(ctx, async (tx) => {
    const lead = await requireLead(tx, leadId)
    if (lead.is_left_alone) return
    await leaveAlone(ctx, tx, { propertyKey: lead.property_key, cause: 'administrator' })
    await writeAudit(ctx, tx, { action: 'lead_suppressed', subject: nameOf(lead, places), note: reason })
  })
  return { isLeftAlone: true }
}

/** Parts between commas. No address has more, and each costs a query. */
const PARTS_MAX = 5

/** Possible cities in an address that was typed as a whole: none, or a part between commas that is not a unit. */
const citiesIn = (street: string): string[] => {
  const [, ...parts] = street.split(',', PARTS_MAX)
  return ['', ...parts.filter((part) => part.trim() !== '' && !/\d/.test(part))]
}

/** Returns the properties that a typed address may mean. @throws Refusal `address_unreadable` */
export function requireProperties(ctx: PlatformContext, { street, zip }: { street: string; zip: string }) {
  const properties = typedProperties(ctx, { street, cities: citiesIn(street), zip })
  if (properties.length === 0) throw new Refusal('address_unreadable')
  return properties.map(({ propertyKey }) => propertyKey)
}

/**
 * Removes a property from the opt-out list, for a request that its owner never made. Leads still in stock are for sale
 * again. Others are deleted; the next lead file may bring them back.
 * @throws Refusal `address_unreadable`, `not_left_alone`
 */
export async function undoOptOut(ctx: PlatformContext, { street, zip, reason }: BodyOf<typeof contract.undoOptOut>) {
  const keys = requireProperties(ctx, { street, zip })
  return inTransaction(ctx, async (tx) => {
    const gone = await unsuppress(tx, keys)
    if (gone.length === 0) throw new Refusal('not_left_alone')
    const isInStock = gone.some((property) => property.isInStock)
    await writeAudit(ctx, tx, {
      action: 'opt_out_undone',
      subject: `A property in ${zip.slice(0, 5)}`,
      before: { isLeftAlone: true },
      after: { isLeftAlone: false, isInStock },
      note: reason,
    })
    return { isInStock }
  })
}
