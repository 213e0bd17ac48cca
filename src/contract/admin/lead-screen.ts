/** Leads as administrators see them; one in full only for a recorded reason (docs/decisions/0039-owner-opt-out.md). */
import * as z from 'zod/mini'
import { LeadType, PlaceName, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { STREET_LENGTH_MAX, ZIP_PATTERN } from '#contract/delivery/opt-out.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, OrderId, PageQuery, PlainText } from '#contract/values.ts'

export const LEADS_PAGE_DEFAULT = 25
export const LEAD_REASON_LENGTH_MAX = 200

const Reason = PlainText(LEAD_REASON_LENGTH_MAX).check(z.trim(), z.minLength(1))

/** The largest integer that JSON keeps exact: 2^53 - 1. */
export const LeadId = z.coerce.number().check(z.int(), z.gte(1), z.lte(9_007_199_254_740_991))

/** A place. Without a county: the whole state; without a state: the whole store. */
const PlaceFilter = z.object({
  state: z.optional(PlaceName),
  county: z.optional(PlaceName),
  leadType: z.optional(LeadType),
})

export const LeadCount = z.object({ tier: Tier, leads: z.int(), byPlaces: z.array(z.int()) })

export const countLeads = defineEndpoint('admin', 'GET', '/api/admin/lead-counts', {
  key: 'read',
  summary: 'How many leads are for sale, by tier and places left, in the store, a state or a county.',
  query: PlaceFilter,
  reply: z.object({
    tiers: z.array(LeadCount),
    /** For a county: whether each lead type’s stock follows leads. Null for more than a county. */
    backing: z.nullable(z.array(z.object({ leadType: LeadType, isBacked: z.boolean() }))),
  }),
  refusals: ['unknown_state', 'unknown_county'],
})

/** `spoken_for`: held or sold to its cap. `too_old`: for the last tier, or taken out. `left_alone`: opted out. */
export const LEAD_STATES = ['for_sale', 'spoken_for', 'too_old', 'left_alone'] as const
export const LeadState = z.enum(LEAD_STATES)
export type LeadState = z.infer<typeof LeadState>

/** A lead without its owner and address. */
export const ListedLead = z.object({
  id: LeadId,
  state: z.string(),
  county: z.string(),
  leadType: LeadType,
  /** Null: no longer in any tier. */
  tier: z.nullable(Tier),
  leadState: LeadState,
  acquiredAt: Instant,
  placesLeft: z.int(),
  held: z.int(),
  sold: z.int(),
  hasDetails: z.boolean(),
})
export type ListedLead = z.infer<typeof ListedLead>

export const listLeads = defineEndpoint('admin', 'GET', '/api/admin/leads', {
  key: 'read',
  summary:
    'Leads that are for sale, county by county and in each pool those first that are sold first. No owner and no address.',
  query: z.extend(PlaceFilter, { tier: z.optional(Tier), ...PageQuery(200).shape }),
  reply: z.array(ListedLead),
  isPaged: true,
  refusals: ['unknown_state', 'unknown_county'],
})

/** Leads that one search shows: an order of 100 with its bonus, or all that a property ever had. */
export const LEADS_FOUND_MAX = 500

export const findLeads = defineEndpoint('admin', 'POST', '/api/admin/leads/search', {
  key: 'read',
  summary:
    'The leads of a property that an owner names, or of an order. A POST, because an address must not be in the log of requests.',
  body: z.union([
    z.object({
      street: PlainText(STREET_LENGTH_MAX).check(z.trim(), z.minLength(1)),
      zip: z.string().check(z.trim(), z.regex(ZIP_PATTERN)),
    }),
    z.object({ reference: PlainText(40).check(z.trim(), z.minLength(1)) }),
  ]),
  reply: z.object({ leads: z.array(ListedLead), isLeftAlone: z.nullable(z.boolean()) }),
  refusals: ['address_unreadable', 'order_not_found'],
})

const LeadDetails = z.object({
  address: z.string(),
  city: z.string(),
  zip: z.string(),
  ownerNames: z.array(z.string()),
  mailingAddress: z.nullable(z.string()),
  phones: z.array(
    z.object({ number: z.string(), kind: z.enum(['mobile', 'landline', 'voip', 'unknown']), isDoNotCall: z.boolean() }),
  ),
  emails: z.array(z.string()),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  source: z.string(),
  isDoNotCall: z.boolean(),
  consent: z.nullable(z.string()),
})
export type LeadDetails = z.infer<typeof LeadDetails>

const LeadBuyer = z.object({
  orderId: OrderId,
  reference: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  soldAt: Instant,
  /** When the buyer could first see it; null: not yet. */
  deliveredAt: z.nullable(Instant),
  returnedAt: z.nullable(Instant),
})
export type LeadBuyer = z.infer<typeof LeadBuyer>

export const OpenedLead = z.extend(ListedLead, { details: z.nullable(LeadDetails), buyers: z.array(LeadBuyer) })
export type OpenedLead = z.infer<typeof OpenedLead>

export const lookAtLead = defineEndpoint('admin', 'POST', '/api/admin/leads/:leadId/look', {
  key: 'write',
  summary: 'Everything known about a lead, and who bought it. Each look is recorded with its reason.',
  params: z.object({ leadId: LeadId }),
  body: z.object({ reason: Reason }),
  reply: OpenedLead,
  refusals: ['lead_unknown'],
})

export const suppressLead = defineEndpoint('admin', 'POST', '/api/admin/leads/:leadId/suppress', {
  key: 'write',
  summary: 'Opts out the property of a lead, as its owner could on the public page. Repeating it changes nothing.',
  params: z.object({ leadId: LeadId }),
  body: z.object({ reason: Reason }),
  reply: z.object({ isLeftAlone: z.boolean() }),
  refusals: ['lead_unknown'],
})

export const undoOptOut = defineEndpoint('admin', 'POST', '/api/admin/opt-outs/undo', {
  key: 'write',
  summary:
    'Removes a property from the opt-out list. Leads that had not left stock are for sale again. A POST, like the search.',
  body: z.object({
    street: PlainText(STREET_LENGTH_MAX).check(z.trim(), z.minLength(1)),
    zip: z.string().check(z.trim(), z.regex(ZIP_PATTERN)),
    reason: Reason,
  }),
  reply: z.object({ isInStock: z.boolean() }),
  refusals: ['address_unreadable', 'not_left_alone'],
})

const Backing = z.object({ state: PlaceName, county: PlaceName, leadType: LeadType, isBacked: z.boolean() })

export const previewBacking = defineEndpoint('admin', 'POST', '/api/admin/lead-backing/preview', {
  key: 'read',
  summary:
    'What the 16 packages of a county and lead type would show when their stock is counted, or comes from leads. Changes nothing.',
  body: Backing,
  reply: z.object({
    isSo: z.boolean(),
    /** Above 999: unlimited. */
    packages: z.array(z.object({ tier: Tier, size: Size, before: z.int(), after: z.int() })),
  }),
  refusals: ['unknown_state', 'unknown_county'],
})

export const switchBacking = defineEndpoint('admin', 'PUT', '/api/admin/lead-backing', {
  key: 'write',
  summary: 'Makes the stock of a county and lead type follow its leads or be counted. Repeating it changes nothing.',
  body: z.extend(Backing, { reason: z.optional(PlainText(LEAD_REASON_LENGTH_MAX)) }),
  reply: z.object({ isBacked: z.boolean() }),
  refusals: ['unknown_state', 'unknown_county'],
})
