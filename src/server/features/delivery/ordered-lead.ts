/** A lead that an order owns, as files and webhooks read it. Personal data: never logged. */
import type { LeadFacts, LeadPhone } from '#server/features/stock/lead-tables.ts'

export interface OrderedLeadRow {
  acquired_at: Date
  sold_at: Date
  /** Null if the owner had it deleted, or its retention ended. */
  address: string | null
  city: string | null
  zip: string | null
  owner_names: string[] | null
  owner_first_name: string | null
  owner_last_name: string | null
  owner_company: string | null
  mailing_address: string | null
  mailing_street: string | null
  mailing_city: string | null
  mailing_state: string | null
  mailing_zip: string | null
  phones: LeadPhone[] | null
  emails: string[] | null
  facts: LeadFacts | null
  source: string | null
  is_do_not_call: boolean | null
  consent: string | null
  /** Its owner opted out. */
  is_left_alone: boolean
}

/** The columns of an `OrderedLeadRow`, from `order_leads o`, `leads l` and, if it is known, `lead_details d`. */
export const ORDERED_LEAD = `l.acquired_at, o.sold_at, d.address, d.city, d.zip, d.owner_names, d.owner_first_name, d.owner_last_name, d.owner_company, d.mailing_address, d.mailing_street, d.mailing_city,
     d.mailing_state, d.mailing_zip, d.phones, d.emails, d.facts, d.source, d.is_do_not_call, d.consent,
     exists (select from suppressions s where s.property_key = l.property_key) as is_left_alone`
