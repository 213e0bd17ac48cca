/** The log of administrators' actions, logins and refused attempts. Entries are never changed. */
import * as z from 'zod/mini'
import { writeCsv } from '#contract/csv.ts'
import { type CsvCells, csvTable } from '#contract/csv-table.ts'
import { Day } from '#contract/days.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, PlainText, UserId } from '#contract/values.ts'

export const AUDIT_ACTIONS = {
  price_changed: 'Changed prices',
  price_planned: 'Planned new prices',
  price_plan_cancelled: 'Canceled planned prices',
  stock_set: 'Set stock',
  stock_set_many: 'Set stock of many packages',
  hold_released: 'Released a hold',
  stock_imported: 'Imported stock',
  stock_import_undone: 'Undid a stock import',
  leads_imported: 'Imported leads',
  lead_import_undone: 'Undid a lead import',
  lead_rows_seen: 'Viewed rows of a lead file',
  cash_app_verified: 'Verified a Cash App order',
  cash_app_rejected: 'Rejected a Cash App order',
  request_marked_paid: 'Marked a payment request as paid',
  order_refunded: 'Gave a refund',
  credit_granted: 'Gave store credit',
  credit_taken: 'Took back store credit',
  evidence_saved: 'Saved evidence for a dispute',
  evidence_submitted: 'Submitted evidence for a dispute',
  member_created: 'Added a member',
  member_updated: 'Changed a member',
  member_removed: 'Removed a member',
  sessions_ended: 'Logged a member out',
  second_factor_reset: 'Turned off two-step sign-in',
  commission_set: 'Set a commission rate',
  offer_created: 'Created an offer',
  offer_updated: 'Changed an offer',
  offer_switched: 'Switched an offer on or off',
  offer_removed: 'Removed an offer',
  delivery_attached: 'Delivered a file',
  delivery_marked: 'Marked a package as delivered',
  delivery_sent_again: 'Resent a delivery',
  delivery_looked_at: 'Viewed delivered leads',
  shortfall_settled: 'Made up for missing leads',
  claims_answered: 'Answered claims',
  claim_file_looked_at: 'Viewed a file of a claim',
  lead_looked_at: 'Viewed a lead',
  lead_suppressed: 'Opted a property out',
  opt_out_undone: 'Undid an opt-out',
  leads_backing_switched: 'Switched how stock is counted',
  message_resent: 'Resent a message',
  message_dismissed: 'Set a failed message aside',
  held_messages_sent: 'Sent held messages',
  job_retried: 'Ran a failed job again',
  job_given_up: 'Dropped a failed job',
  refund_retried: 'Resent a refund',
  refund_settled: 'Recorded a manual refund',
  unknown_payment_refunded: 'Refunded a payment without an order',
  unknown_payment_settled: 'Settled a payment without an order',
  list_exported: 'Exported a list',
  settings_changed: 'Changed settings',
  connection_changed: 'Changed a connection',
  text_published: 'Published a text',
  webhook_added: 'Added a webhook',
  webhook_changed: 'Changed a webhook',
  webhook_removed: 'Removed a webhook',
  webhook_secret_replaced: 'Replaced the secret of a webhook',
  setup_confirmed: 'Confirmed a setup step',
  logged_in: 'Logged in',
  logged_out: 'Logged out',
  login_failed: 'Failed to log in',
  login_throttled: 'Made too many login attempts',
  second_factor_failed: 'Entered a wrong two-step code',
  proof_failed: 'Failed a password check',
  identity_linked: 'Linked their company account',
  member_role_changed: 'Got another role from the company account',
  oidc_failed: 'Failed to log in with a company account',
  passkey_added: 'Added a passkey',
  passkey_removed: 'Removed a passkey',
  key_made: 'Created an API key',
  key_ended: 'Ended an API key',
  passkey_failed: 'Failed to use a passkey',
  passkey_copied: 'Used a passkey that may be copied',
  access_refused: 'Was refused a call',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS
export const AuditAction = z.enum(Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]])

/** The facts that an action changed, by name: only texts, numbers and switches. */
export const AuditFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type AuditFacts = z.infer<typeof AuditFacts>

export const AUDIT_PAGE_DEFAULT = 50
export const AUDIT_FILE_MAX = 10_000

export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  memberId: z.nullable(UserId),
  memberName: z.string(),
  action: AuditAction,
  subject: z.string(),
  before: z.nullable(AuditFacts),
  after: z.nullable(AuditFacts),
  note: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** The log's filters. Days are in the store’s time zone, inclusive. */
const AuditFilter = z.object({
  action: z.optional(AuditAction),
  memberId: z.optional(UserId),
  from: z.optional(Day),
  to: z.optional(Day),
})

export const listAuditEntries = defineEndpoint('admin', 'GET', '/api/admin/audit', {
  key: 'read',
  summary: 'What administrators did and who logged in, newest first; all, or of one kind, one member, some days.',
  query: z.extend(AuditFilter, {
    cursor: z.optional(PlainText(500)),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
  }),
  reply: z.array(AuditEntry),
  isPaged: true,
  refusals: ['period_invalid'],
})

export const exportAuditEntries = defineEndpoint('admin', 'GET', '/api/admin/audit/file', {
  key: 'read',
  summary: 'The same as a CSV file, 10,000 entries at most.',
  query: AuditFilter,
  file: 'text/csv;charset=utf-8',
  refusals: ['period_invalid'],
})

/** `price: 299.00; size: 20`. */
const factsText = (facts: AuditFacts | null): string =>
  Object.entries(facts ?? {})
    .map(([name, value]) => `${name}: ${value ?? ''}`)
    .join('; ')

const CELLS: CsvCells<AuditEntry> = {
  'Time (zone)': (entry, clock) => clock(entry.at),
  Member: (entry) => entry.memberName,
  What: (entry) => AUDIT_ACTIONS[entry.action] ?? entry.action,
  'To what': (entry) => entry.subject,
  Before: (entry) => factsText(entry.before),
  After: (entry) => factsText(entry.after),
  Note: (entry) => entry.note,
}

/** The header, then a row per entry; times are in the store's zone. */
export function auditCsv(entries: readonly AuditEntry[], timeZone: string): string {
  const { columns, rowOf } = csvTable(CELLS, timeZone)
  return writeCsv([columns, ...entries.map(rowOf)])
}
