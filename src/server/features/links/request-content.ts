/** What a request was made of, in the words of the features it is made again with. */
import type { LeadType, PackageId, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { toCents } from '#contract/money.ts'
import type { Contact } from '#server/features/orders/contact.ts'
import type { OrderedLine } from '#server/features/orders/place-order.ts'
import type { RequestRow } from './request-row.ts'

/** A line whose unit has still to be set aside. */
export type LineToHold = Omit<OrderedLine, 'holdId'>

/** The lines with the prices and offers they were sent with. */
export const linesAsSent = (row: Pick<RequestRow, 'lines'>): LineToHold[] =>
  row.lines.map((line) => ({
    packageId: line.package_id as PackageId,
    leadType: line.lead_type as LeadType,
    tier: line.tier as Tier,
    size: line.size as Size,
    state: line.state,
    county: line.county,
    deliveryMethod: line.delivery_method,
    priceCents: toCents(line.price_cents),
    discountCents: toCents(line.discount_cents),
    bonusLeads: line.bonus_leads,
    offers: line.offers,
    openOffers: line.open_offers,
  }))

export const contactOf = (row: RequestRow): Contact => ({
  fullName: row.customer_name,
  email: row.customer_email,
  businessName: row.business_name,
  cellPhone: row.cell_phone,
  address: row.address,
})
