/** The log of what administrators did: who, what, from what to what. It is written with the act and never changed. */
import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Instant, PlainText, UserId } from './values.ts'

/** What can be done, in the words of a list. */
export const AUDIT_ACTIONS = {
  price_changed: 'Changed prices',
  price_planned: 'Planned new prices',
  price_plan_cancelled: 'Called planned prices off',
  stock_set: 'Set stock',
  cash_app_verified: 'Verified a cash-app order',
  cash_app_rejected: 'Rejected a cash-app order',
  request_marked_paid: 'Marked a payment request as paid',
  order_refunded: 'Gave money back',
  member_created: 'Added a member',
  member_updated: 'Changed a member',
  member_removed: 'Removed a member',
  commission_set: 'Set a commission rate',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS
export const AuditAction = z.enum(Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]])

/** The facts that an act changed, by name: texts, numbers and switches only. */
export const AuditFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type AuditFacts = z.infer<typeof AuditFacts>

export const AUDIT_PAGE_MAX = 200
export const AUDIT_PAGE_DEFAULT = 50

export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  memberId: UserId,
  /** As the member is called now; removed members keep their name here. */
  memberName: z.string(),
  action: AuditAction,
  /** What it was done to, in words: a package, an order’s reference, a member. */
  subject: z.string(),
  before: z.nullable(AuditFacts),
  after: z.nullable(AuditFacts),
  /** Why, where the act asks for a reason. */
  note: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditEntries = defineEndpoint({
  name: 'listAuditEntries',
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'What administrators did, the newest first; all of it, of one kind, or of one member.',
  query: z.object({
    action: z.optional(AuditAction),
    memberId: z.optional(UserId),
    cursor: z.optional(PlainText(500)),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(AUDIT_PAGE_MAX))),
  }),
  reply: z.array(AuditEntry),
  isPaged: true,
  refusals: ['unauthenticated', 'forbidden'],
})
