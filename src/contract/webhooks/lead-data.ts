/** A delivered lead as programs get it: in the event `lead.delivered`, and from an order. */
import * as z from 'zod/mini'
import { PhoneKind } from '#contract/claims/claims.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, OrderId, PlainText } from '#contract/values.ts'

export const LEADS_PER_PAGE = 100

const Text = z.nullable(z.string())
const Whole = z.nullable(z.number())

const contacts = (number: number) => ({
  [`phone_${number}`]: Text,
  [`phone_${number}_kind`]: z.nullable(PhoneKind),
  [`phone_${number}_do_not_call`]: z.nullable(z.boolean()),
  [`email_${number}`]: Text,
})

/** Three phones and emails, so that a mapping made from one lead fits the next; `phone_4` and on if a lead has more. */
export const LeadData = z.looseObject({
  lead_id: z.string(),
  order_id: OrderId,
  order_reference: z.string(),
  line_number: z.int(),
  /** The lead that this one replaces, because a claim was granted. */
  replaces_lead_id: Text,
  /** When it last changed for its buyer: it was sold, delivered, or made good. */
  updated_at: Instant,
  first_name: Text,
  last_name: Text,
  company: Text,
  owner_names: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  county: z.string(),
  lead_type: z.string(),
  tier: z.string(),
  mailing_address: Text,
  mailing_street: Text,
  mailing_city: Text,
  mailing_state: Text,
  mailing_zip: Text,
  ...contacts(1),
  ...contacts(2),
  ...contacts(3),
  do_not_call: z.boolean(),
  value_cents: Whole,
  equity_percent: Whole,
  beds: Whole,
  year_built: Whole,
  last_sale_on: Text,
  found_on: z.string(),
  age_days: z.int(),
  consent: Text,
  source: z.string(),
})
export type LeadData = z.infer<typeof LeadData>

export const listOrderLeads = defineEndpoint('anyone', 'GET', '/api/desk/orders/:orderId/leads', {
  key: 'deliveries:read',
  summary:
    'The leads of an order, oldest change first, without those that were given back or whose owners opted out. Reading delivers them, as a download does.',
  params: z.object({ orderId: OrderId }),
  query: z.object({ updatedSince: z.optional(Instant), cursor: z.optional(PlainText(500)) }),
  reply: z.array(LeadData),
  isPaged: true,
  refusals: ['desk_closed', 'order_not_found'],
})
