/** The leads of a buyer's desk: the packages that were delivered to an address, and all that it claimed. */
import * as z from 'zod/mini'
import { DeliveryToken, PackageWords } from '#contract/delivery/delivery.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, OrderToken, PlainText } from '#contract/values.ts'
import { Claim, LeadId } from './claims.ts'

export const DESK_CLAIMS_PAGE = 20
export const DESK_LEADS_MAX = 100

/** A claim with what it is about. Personal data. */
export const DeskClaim = z.extend(PackageWords, {
  reference: z.string(),
  leadId: LeadId,
  address: z.nullable(z.string()),
  claim: Claim,
})
export type DeskClaim = z.infer<typeof DeskClaim>

export const listDeskClaims = defineEndpoint('anyone', 'GET', '/api/desk/claims', {
  key: 'claims:write',
  summary: 'What the address claimed, of all its orders, newest first.',
  query: z.object({ cursor: z.optional(PlainText(500)) }),
  reply: z.array(DeskClaim),
  isPaged: true,
  refusals: ['desk_closed'],
})

/** A delivered package of leads. */
export const DeskLeads = z.extend(PackageWords, {
  reference: z.string(),
  orderToken: OrderToken,
  lineNumber: z.int(),
  leads: z.int(),
  deliveredAt: Instant,
  /** How many of its leads can be claimed until then; 0 once that is over. */
  left: z.int(),
  endsAt: Instant,
  /** Opens the page where its leads are read and claimed; null if that link is over and has to be renewed first. */
  deliveryToken: z.nullable(DeliveryToken),
})
export type DeskLeads = z.infer<typeof DeskLeads>

export const listDeskLeads = defineEndpoint('anyone', 'GET', '/api/desk/leads', {
  key: 'deliveries:read',
  summary: `The packages of leads that were delivered to the address, the ${DESK_LEADS_MAX} newest, with what can still be claimed.`,
  reply: z.object({ packages: z.array(DeskLeads) }),
  refusals: ['desk_closed'],
})
