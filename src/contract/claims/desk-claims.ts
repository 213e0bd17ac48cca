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

const PaidPackage = z.extend(PackageWords, {
  reference: z.string(),
  orderToken: OrderToken,
  lineNumber: z.int(),
  leads: z.int(),
})

/** A delivered package of leads. */
export const DeskLeads = z.extend(PaidPackage, {
  deliveredAt: Instant,
  /** How many of its leads can be claimed until then; 0 once that is over. */
  left: z.int(),
  endsAt: Instant,
  /** Opens the page where its leads are read and claimed; null if that link is over and has to be renewed first. */
  deliveryToken: z.nullable(DeliveryToken),
})
export type DeskLeads = z.infer<typeof DeskLeads>

/** A paid package whose leads are still to come. */
export const ComingLeads = z.extend(PaidPackage, { deliverBy: Instant })
export type ComingLeads = z.infer<typeof ComingLeads>

export const listDeskLeads = defineEndpoint('anyone', 'GET', '/api/desk/leads', {
  key: 'deliveries:read',
  summary: `The packages of leads of the address, the ${DESK_LEADS_MAX} newest: what was delivered, with what can still be claimed, and what is still to come.`,
  reply: z.object({ packages: z.array(DeskLeads), coming: z.array(ComingLeads) }),
  refusals: ['desk_closed'],
})
