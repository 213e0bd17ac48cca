import type {
  LeadDetails,
  LeadState,
  ListedLead,
  lookAtLead as lookEndpoint,
  suppressLead as suppressEndpoint,
} from '#contract/admin/lead-screen.ts'
import {
  LEAD_TYPE_NAMES,
  type LeadType,
  type PackageId,
  packageKeyOf,
  type Tier,
} from '#contract/catalogue/catalogue.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { formatCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces, type Places } from '#server/features/catalogue/places.ts'
import { leaveAlone } from '#server/features/delivery/opt-out.ts'
import type { LeadFacts } from '#server/features/stock/tables.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { type BuyerRow, type DetailsRow, findDetails, findLead, type ListedLeadRow, listBuyers } from './queries.ts'

function stateOf(row: ListedLeadRow): LeadState {
  if (row.is_left_alone) return 'left_alone'
  if (row.pool_id === null) return 'too_old'
  return row.places > 0 ? 'for_sale' : 'spoken_for'
}

/** A pool’s tier; null for a lead that is in no pool. */
const tierOf = (poolId: string | null): Tier | null =>
  poolId === null ? null : packageKeyOf(`${poolId}-20` as PackageId).tier

/** Formats a lead for lists, without its owner's data. */
export function showLead(row: ListedLeadRow, places: Places): ListedLead {
  const { state, name } = places.countyByFips(row.fips)
  return {
    id: row.lead_id,
    state,
    county: name,
    leadType: row.lead_type as LeadType,
    tier: tierOf(row.pool_id),
    leadState: stateOf(row),
    acquiredAt: row.acquired_at.toISOString(),
    // It is no longer sold from the moment its owner asked; the job takes it out later.
    placesLeft: row.is_left_alone ? 0 : row.places,
    held: row.held,
    sold: row.sold,
    hasDetails: row.has_details,
  }
}

/** Names a lead without revealing anything about its owner, because the log is kept forever. */
function nameOf({ lead_id, lead_type, fips }: ListedLeadRow, places: Places): string {
  const { name, state } = places.countyByFips(fips)
  return `Lead ${lead_id}, ${LEAD_TYPE_NAMES[lead_type as LeadType]}, ${name}, ${state}`
}

/** A date has no time, so no time zone may shift it. */
const DAY = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

function factsInWords(facts: LeadFacts): LeadDetails['facts'] {
  const { valueCents, equityPercent, beds, yearBuilt, lastSaleOn } = facts
  const known = [
    ['Value', valueCents === undefined ? null : formatCents(valueCents).replace(/\.00$/, '')],
    ['Equity', equityPercent === undefined ? null : `${equityPercent}%`],
    ['Beds', beds ?? null],
    ['Year built', yearBuilt ?? null],
    ['Last sale', lastSaleOn === undefined ? null : DAY.format(Date.parse(lastSaleOn))],
  ] as const
  return known.flatMap(([name, value]) => (value === null ? [] : [{ name, value: String(value) }]))
}

const showDetails = (row: DetailsRow): LeadDetails => ({
  address: row.address,
  city: row.city,
  zip: row.zip,
  ownerNames: row.owner_names,
  mailingAddress: row.mailing_address,
  phones: row.phones,
  emails: row.emails,
  facts: factsInWords(row.facts),
  source: row.source,
  isDoNotCall: row.is_do_not_call,
  consent: row.consent,
})

const showBuyer = (row: BuyerRow) => ({
  orderId: row.order_id as OrderId,
  reference: row.reference,
  name: row.full_name,
  email: row.email,
  soldAt: row.sold_at.toISOString(),
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  returnedAt: row.returned_at?.toISOString() ?? null,
})

/** @throws Refusal `lead_unknown` */
async function requireLead(tx: Transaction, leadId: number) {
  const [lead] = await tx.run(findLead, { leadId })
  if (!lead) throw new Refusal('lead_unknown')
  return lead
}

/**
 * Returns everything known about a lead, and who bought it. Who looked, and why, is recorded in the same transaction,
 * so no one sees anything without a record.
 *
 * @throws Refusal `lead_unknown`
 */
export async function lookAtLead(
  ctx: PlatformContext,
  { leadId, reason }: { leadId: number; reason: string },
): Promise<ReplyOf<typeof lookEndpoint>> {
  const places = await loadPlaces(ctx)
  return inTransaction(ctx, async (tx) => {
    const lead = await requireLead(tx, leadId)
    await writeAudit(ctx, tx, { action: 'lead_looked_at', subject: nameOf(lead, places), note: reason })
    const [details] = await tx.run(findDetails, { leadId })
    const buyers = await tx.run(listBuyers, { leadId })
    return { ...showLead(lead, places), details: details ? showDetails(details) : null, buyers: buyers.map(showBuyer) }
  })
}

/**
 * Opts out the property of a lead, for an owner who called or wrote. Repeating it changes nothing.
 *
 * @throws Refusal `lead_unknown`
 */
export async function suppressLead(
  ctx: PlatformContext,
  { leadId, reason }: { leadId: number; reason: string },
): Promise<ReplyOf<typeof suppressEndpoint>> {
  const places = await loadPlaces(ctx)
  await inTransaction(ctx, async (tx) => {
    const lead = await requireLead(tx, leadId)
    if (lead.is_left_alone) return
    await leaveAlone(ctx, tx, { propertyKey: lead.property_key, cause: 'administrator' })
    await writeAudit(ctx, tx, { action: 'lead_suppressed', subject: nameOf(lead, places), note: reason })
  })
  return { isLeftAlone: true }
}
