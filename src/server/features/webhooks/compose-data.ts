import { type PackageId, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import { type LeadRecord, leadRecordOf } from '#contract/delivery/lead-record.ts'
import type { OrderId } from '#contract/values.ts'
import { placeOf } from '#server/features/delivery/make-files.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { invariant } from '#server/platform/errors.ts'
import { type DueEventRow, findAnswer, findHandoverEnd, findSentLead, findToldRequest } from './queries.ts'

type Facts = Readonly<Record<string, unknown>>

/** Returns an event's data; null if it may no longer be sent. The store's own has nothing about people. */
export async function composeData(ctx: PlatformContext, event: DueEventRow): Promise<Facts | null> {
  const { type, subject_id: subjectId, lead_id: leadId } = event
  if (type === 'webhook.test') return {}
  if (type === 'stock.low') {
    invariant(subjectId !== null, 'stock.low is about a package')
    const { fips, leadType, tier, size } = packageKeyOf(subjectId as PackageId)
    return { package_id: subjectId, fips, lead_type: leadType, tier, size, units_left: event.units_left }
  }
  if (type === 'lead.delivered') {
    const found = await findLead(ctx, event)
    return found && { lead_id: leadId, ...leadData(found) }
  }
  invariant(event.order_id !== null, `an event ${type} is about an order`)
  const order = await findOrder(ctx, event.order_id as OrderId)
  if (!order) return null
  const ids = { order_id: order.order_id, order_reference: order.reference }
  if (type === 'order.refunded') return { ...ids, refunded_total_cents: event.refunded_cents }
  if (type === 'claim.answered') {
    const [claim] = await ctx.database.run(findAnswer, { orderId: order.order_id, leadId: leadId ?? '' })
    return claim ? { ...ids, lead_id: leadId, ...claim } : null
  }
  if (type === 'delivery.ready') {
    const [link] = await ctx.database.run(findHandoverEnd, { handoverId: event.handover_id ?? '' })
    return link ? { ...ids, delivery_id: event.handover_id, available_until: link.expires_at.toISOString() } : null
  }
  if (type === 'order.paid')
    return {
      ...ids,
      payment_request_id: order.payment_request_id,
      total_cents: order.total_cents,
      refunded_total_cents: order.refunded_cents,
      payment_method: order.payment_method,
      paid_at: order.paid_at?.toISOString() ?? null,
    }
  const [request] = await ctx.database.run(findToldRequest, { paymentRequestId: subjectId ?? '' })
  if (!request) return null
  return {
    payment_request_id: request.payment_request_id,
    ...ids,
    rep_id: request.rep_id,
    total_cents: request.total_cents,
    created_at: request.created_at.toISOString(),
    expires_at: request.expires_at.toISOString(),
    paid_at: request.paid_at?.toISOString() ?? null,
    reason: event.reason,
    replaces_payment_request_id: request.replaces_id,
  }
}

export interface FoundLead {
  order: OrderRow
  line: OrderRow['lines'][number]
  leadTypeName: string
  lead: LeadRecord
}

/** Reads the lead of an event. Null if the store no longer has it or may no longer give it out. */
export async function findLead(ctx: PlatformContext, event: DueEventRow): Promise<FoundLead | null> {
  const order = await findOrder(ctx, (event.order_id ?? '') as OrderId)
  if (!order) return null
  const [row] = await ctx.database.run(findSentLead, { orderId: order.order_id, leadId: event.lead_id ?? '' })
  const line = row && order.lines.find(({ line_number }) => line_number === row.line_number)
  if (!line) return null
  const place = placeOf(ctx, line)
  const lead = leadRecordOf(row, place)
  return lead && { order, line, leadTypeName: place.leadTypeName, lead }
}

/** What programs get of a lead, besides its id. Its shape is `LeadData`. */
export function leadData({ order, line, leadTypeName, lead }: FoundLead) {
  const { owner, property, mailing } = lead
  return {
    order_id: order.order_id,
    order_reference: order.reference,
    line_number: line.line_number,
    first_name: owner.firstName,
    last_name: owner.lastName,
    company: owner.company,
    owner_names: lead.ownerNames.join('; '),
    street: property.street,
    city: property.city,
    state: property.state,
    zip: property.zip,
    county: line.county,
    lead_type: leadTypeName,
    tier: line.tier,
    mailing_address: lead.mailingAddress,
    mailing_street: mailing?.street ?? null,
    mailing_city: mailing?.city ?? null,
    mailing_state: mailing?.state ?? null,
    mailing_zip: mailing?.zip ?? null,
    ...numbered('phone', lead.phones, ({ e164 }) => e164),
    ...numbered('phone', lead.phones, ({ kind }) => kind, '_kind'),
    ...numbered('phone', lead.phones, ({ isDoNotCall }) => isDoNotCall, '_do_not_call'),
    ...numbered('email', lead.emails, (email) => email),
    do_not_call: lead.isDoNotCall,
    value_cents: lead.valueCents,
    equity_percent: lead.equityPercent,
    beds: lead.beds,
    year_built: lead.yearBuilt,
    last_sale_on: lead.lastSaleOn,
    found_on: lead.foundOn,
    age_days: lead.ageDays,
    consent: lead.consent,
    source: lead.source,
  }
}

/** Fields a lead always has, so that a mapping made from one lead fits the next. */
const NUMBERED = 3

/** Spreads a list over `name_1`, `name_2`, … */
function numbered<Item>(name: string, items: readonly Item[], read: (item: Item) => unknown, suffix = ''): Facts {
  const facts = Array.from({ length: Math.max(NUMBERED, items.length) }, (_, index) => {
    const item = items[index]
    return [`${name}_${index + 1}${suffix}`, item === undefined ? null : read(item)]
  })
  return Object.fromEntries(facts)
}
