/** Payments that a buyer’s bank disputes, and the store's answers. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, matching, OrderId, PageQuery, PlainText } from '#contract/values.ts'

export const DisputeId = matching(/^[\w-]{3,255}$/).brand<'DisputeId'>()
export type DisputeId = z.infer<typeof DisputeId>

/** The provider’s words. A `warning_…` is an inquiry: the bank asks, and no money has moved yet. */
export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
] as const
export const DisputeStatus = z.enum(DISPUTE_STATUSES)
export type DisputeStatus = z.infer<typeof DisputeStatus>

/** Whether the bank waits for the store’s answer. */
export const needsResponse = (status: DisputeStatus): boolean =>
  status === 'needs_response' || status === 'warning_needs_response'

export const isDecided = (status: DisputeStatus): boolean =>
  status === 'won' || status === 'lost' || status === 'warning_closed'

/** Whether refunds are refused: the bank has the money, or returned it. A refund settles an inquiry, too. */
export const keepsMoney = (status: DisputeStatus): boolean =>
  status === 'needs_response' || status === 'under_review' || status === 'lost'

export const EVIDENCE_TEXT_MAX = 20_000
const EvidenceText = PlainText(EVIDENCE_TEXT_MAX)
const EvidenceLine = PlainText(200)

/** The provider's fields, under its own names: https://docs.stripe.com/api/disputes/object#dispute_object-evidence */
export const Evidence = z.object({
  customer_name: EvidenceLine,
  customer_email_address: EvidenceLine,
  service_date: EvidenceLine,
  product_description: EvidenceText,
  access_activity_log: EvidenceText,
  uncategorized_text: EvidenceText,
})
export type Evidence = z.infer<typeof Evidence>

export const EVIDENCE_FIELDS = [
  'customer_name',
  'customer_email_address',
  'service_date',
  'product_description',
  'access_activity_log',
  'uncategorized_text',
] as const satisfies readonly (keyof Evidence)[]

export const ListedDispute = z.object({
  id: DisputeId,
  orderId: OrderId,
  reference: z.string(),
  fullName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Dollars as text: the disputed amount, which may be less than the order. */
  amount: z.string(),
  reason: z.string(),
  status: DisputeStatus,
  dueBy: z.nullable(Instant),
  openedAt: Instant,
  /** When evidence was submitted from here, and when the bank decided. */
  submittedAt: z.nullable(Instant),
  closedAt: z.nullable(Instant),
})
export type ListedDispute = z.infer<typeof ListedDispute>

export const DISPUTES_PAGE_DEFAULT = 50

export const listDisputes = defineEndpoint('admin', 'GET', '/api/admin/disputes', {
  key: 'read',
  summary: 'Disputes: those that wait for an answer by the day it is due, then all others, the newest first.',
  query: PageQuery(200),
  reply: z.array(ListedDispute),
  isPaged: true,
})

export const Dispute = z.extend(ListedDispute, {
  paymentId: z.string(),
  /** The draft, or what was submitted; filled from the store's data until someone saves it. */
  evidence: Evidence,
  version: z.int(),
  /** Who submitted it; null if no one did, or the answer was given at the provider’s own site. */
  submittedBy: z.nullable(z.string()),
})
export type Dispute = z.infer<typeof Dispute>

const disputeParams = z.object({ disputeId: DisputeId })

export const getDispute = defineEndpoint('admin', 'GET', '/api/admin/disputes/:disputeId', {
  key: 'read',
  summary: 'One dispute with the evidence for it.',
  params: disputeParams,
  reply: Dispute,
  refusals: ['dispute_unknown'],
})

export const saveEvidence = defineEndpoint('admin', 'PUT', '/api/admin/disputes/:disputeId/evidence', {
  key: 'write',
  summary: 'Saves the evidence as a draft; the bank does not see it yet.',
  params: disputeParams,
  body: z.object({
    evidence: Evidence,
    /** The draft it was made from; if there is another by now, the refusal is `evidence_changed`. */
    version: z.int().check(z.gte(0)),
  }),
  reply: Dispute,
  refusals: ['dispute_unknown', 'dispute_answered', 'dispute_over', 'evidence_changed'],
})

export const submitEvidence = defineEndpoint('admin', 'POST', '/api/admin/disputes/:disputeId/submission', {
  key: 'write',
  summary: 'Sends the saved draft to the bank through the card provider. This can be done once.',
  params: disputeParams,
  body: z.object({ version: z.int().check(z.gte(1)) }),
  reply: Dispute,
  refusals: [
    'dispute_unknown',
    'dispute_answered',
    'dispute_over',
    'evidence_changed',
    'payments_unavailable',
    'provider_unavailable',
  ],
})
