/** Claims: a buyer says that a delivered lead is bad, for another lead or credit (docs/decisions/0066-claims.md). */
import * as z from 'zod/mini'
import { DeliveryToken, LineNumber, PackageWords } from '#contract/delivery/delivery.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, matching, OrderId, PlainText } from '#contract/values.ts'
import { ClaimFile, ClaimFileId } from './claim-files.ts'
import * as claimReasons from './claim-reasons.ts'

export const PhoneKind = z.enum(['mobile', 'landline', 'voip', 'unknown'])
export const ClaimReason = z.enum(claimReasons.CLAIM_REASONS)
export const ClaimState = z.enum(claimReasons.CLAIM_STATES)

/** A lead's id: a whole number up to 2^53, as text. */
export const LeadId = matching(/^[1-9]\d{0,15}$/)

export const Claim = z.object({
  reason: ClaimReason,
  state: ClaimState,
  claimedAt: Instant,
  dueAt: Instant,
  /** If it was granted: the address of the lead that replaced it, or null if there is none. */
  replacedBy: z.nullable(z.string()),
  /** Store credit for it, in dollars; 0 if a lead replaced it or it was not granted. */
  credit: z.number(),
  answer: z.nullable(z.string()),
})
export type Claim = z.infer<typeof Claim>

/** Personal data: shown to whoever has the delivery link, which opens the same data as a file. */
export const DeliveredLead = z.object({
  leadId: LeadId,
  /** In one line; null if its owner opted out since (`isWithdrawn`) or the store no longer has it. */
  address: z.nullable(z.string()),
  isWithdrawn: z.boolean(),
  owner: z.nullable(z.string()),
  phones: z.array(z.object({ number: z.string(), kind: PhoneKind, isDoNotCall: z.boolean() })),
  emails: z.array(z.string()),
  mailingAddress: z.nullable(z.string()),
  source: z.nullable(z.string()),
  /** What the owner agreed to, as the source says; null if it says nothing. */
  consent: z.nullable(z.string()),
  /** On the day it was sold. */
  ageInDays: z.int(),
  /** What is known of the property. `value`: dollars; `lastSaleOn`: `YYYY-MM-DD`. */
  facts: z.object({
    value: z.optional(z.number()),
    equityPercent: z.optional(z.number()),
    beds: z.optional(z.number()),
    yearBuilt: z.optional(z.number()),
    lastSaleOn: z.optional(z.string()),
  }),
  /** What its buyer noted about it. */
  mark: z.nullable(z.enum(claimReasons.LEAD_MARKS)),
  note: z.nullable(z.string()),
  claim: z.nullable(Claim),
})
export type DeliveredLead = z.infer<typeof DeliveredLead>

export const DeliveredLeads = z.extend(PackageWords, {
  lineNumber: z.int(),
  /** Whether its leads were opened or downloaded, which delivers them. Before, `leads` is empty. */
  isOpened: z.boolean(),
  endsAt: Instant,
  /** How many leads can be claimed until then; 0 for a package that was sold without claims. */
  most: z.int(),
  left: z.int(),
  noteReasons: z.array(ClaimReason),
  fileReasons: z.array(ClaimReason),
  leads: z.array(DeliveredLead),
})
export type DeliveredLeads = z.infer<typeof DeliveredLeads>

const DeliveredPackages = z.object({ packages: z.array(DeliveredLeads) })

export const listDeliveredLeads = defineEndpoint('anyone', 'GET', '/api/deliveries/:token/leads', {
  key: 'deliveries:read',
  summary:
    'The leads of the packages behind a delivery link, as far as they were opened, with what was noted and claimed about them. Looking changes nothing.',
  params: z.object({ token: DeliveryToken }),
  reply: DeliveredPackages,
  refusals: ['delivery_link_invalid'],
})

export const openLeads = defineEndpoint('anyone', 'POST', '/api/deliveries/:token/:lineNumber/leads', {
  key: 'deliveries:read',
  summary: 'Opens the leads of a package to be read, which delivers them as a download does. Written down.',
  params: z.object({ token: DeliveryToken, lineNumber: LineNumber }),
  reply: DeliveredPackages,
  refusals: ['delivery_link_invalid'],
})

export const markLead = defineEndpoint('anyone', 'PUT', '/api/deliveries/:token/leads/:leadId/mark', {
  key: 'claims:write',
  summary:
    'Notes that a lead was called, talked to, or has a bad number, and words of the buyer’s own; null takes the mark back, and an empty note its words. Without a note, the words stay.',
  params: z.object({ token: DeliveryToken, leadId: LeadId }),
  body: z.object({
    mark: z.nullable(z.enum(claimReasons.LEAD_MARKS)),
    note: z.optional(PlainText(claimReasons.LEAD_NOTE_MAX)),
  }),
  reply: z.object({ mark: z.nullable(z.enum(claimReasons.LEAD_MARKS)), note: z.nullable(z.string()) }),
  refusals: ['delivery_link_invalid', 'claim_lead_unknown'],
})

export const makeClaims = defineEndpoint('anyone', 'POST', '/api/deliveries/:token/claims', {
  key: 'claims:write',
  summary:
    'Claims leads of a package. What the store can check itself is answered at once; a person answers the rest within two days. All or none are taken. A lead is claimed once: claiming it again changes nothing.',
  params: z.object({ token: DeliveryToken }),
  body: z.object({
    lineNumber: z.int().check(z.gte(1), z.lte(1_000)),
    leadIds: z.array(LeadId).check(z.minLength(1), z.maxLength(claimReasons.CLAIMS_AT_ONCE)),
    reason: ClaimReason,
    note: z.optional(PlainText(claimReasons.CLAIM_NOTE_MAX).check(z.trim())),
    fileIds: z.optional(z.array(ClaimFileId).check(z.maxLength(claimReasons.CLAIM_FILES_MAX))),
  }),
  reply: DeliveredPackages,
  refusals: [
    'delivery_link_invalid',
    'claim_lead_unknown',
    'claim_over',
    'claim_too_many',
    'claim_note_missing',
    'claim_file_missing',
    'claim_file_unknown',
  ],
})

/** A claim as administrators see it. Personal data. */
export const ClaimToDecide = z.extend(PackageWords, {
  orderId: OrderId,
  reference: z.string(),
  leadId: LeadId,
  reason: ClaimReason,
  /** The lead's county and state; `state` alone is the claim's. */
  claimState: ClaimState,
  /** The buyer's words; null if there are none or they were forgotten. */
  note: z.nullable(z.string()),
  files: z.array(ClaimFile),
  claimedAt: Instant,
  dueAt: Instant,
  buyerName: z.nullable(z.string()),
  buyerEmail: z.nullable(z.string()),
  address: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  phones: z.array(z.string()),
  source: z.nullable(z.string()),
  othersClaimed: z.int(),
  leads: z.int(),
  buyerClaims: z.int(),
  leadsLeft: z.int(),
  /** For a granted claim: whether another lead replaced it, and the credit in dollars. */
  isReplaced: z.boolean(),
  credit: z.number(),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(Instant),
  answeredBy: z.nullable(z.string()),
})
export type ClaimToDecide = z.infer<typeof ClaimToDecide>

export const CLAIMS_PAGE = 50

export const listClaimsToDecide = defineEndpoint('admin', 'GET', '/api/admin/claims', {
  key: 'read',
  summary: 'Claims: open ones, least time left first, or answered ones, newest answer first.',
  query: z.object({ show: z.optional(z.enum(['open', 'answered'])), cursor: z.optional(PlainText(500)) }),
  reply: z.array(ClaimToDecide),
  isPaged: true,
})

export const answerClaims = defineEndpoint('admin', 'POST', '/api/admin/claims/answer', {
  key: 'write',
  summary:
    'Grants or denies open claims of one order: a lead of the same pool or, if none is left, store credit. Claims that were answered meanwhile are left as they are. Written to the audit log.',
  body: z.object({
    orderId: OrderId,
    leadIds: z.array(LeadId).check(z.minLength(1), z.maxLength(claimReasons.CLAIMS_AT_ONCE)),
    isGranted: z.boolean(),
    answer: z.optional(PlainText(claimReasons.CLAIM_NOTE_MAX).check(z.trim())),
  }),
  reply: z.object({ replaced: z.int(), credited: z.int(), denied: z.int() }),
  refusals: ['claim_lead_unknown', 'claim_answer_missing'],
})
