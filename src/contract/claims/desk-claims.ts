/** Claims at the buyer's desk: all that an address claimed, and what it can still claim. */
import * as z from 'zod/mini'
import { DeliveryToken, PackageWords } from '#contract/delivery/delivery.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, OrderToken, PlainText } from '#contract/values.ts'
import { Claim, LeadId } from './claims.ts'

export const DESK_CLAIMS_PAGE = 20
export const DESK_CLAIMABLE_MAX = 50

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

export const DeskClaimable = z.extend(PackageWords, {
  reference: z.string(),
  orderToken: OrderToken,
  lineNumber: z.int(),
  endsAt: Instant,
  most: z.int(),
  left: z.int(),
  /** Opens the page where its leads are claimed; null if that link is over and has to be renewed first. */
  deliveryToken: z.nullable(DeliveryToken),
})
export type DeskClaimable = z.infer<typeof DeskClaimable>

export const listDeskClaimable = defineEndpoint('anyone', 'GET', '/api/desk/claimable', {
  key: 'claims:write',
  summary: 'Downloaded packages of the address of which leads can still be claimed, least time left first.',
  reply: z.object({ packages: z.array(DeskClaimable) }),
  refusals: ['desk_closed'],
})
