/** The log of administrators' actions, logins and refused attempts. Entries are never changed. */
import * as z from 'zod/mini'
import { writeCsv } from '#contract/csv.ts'
import { type CsvCells, csvTable } from '#contract/csv-table.ts'
import { Day } from '#contract/days.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, PageQuery, UserId } from '#contract/values.ts'

type Audited = readonly [name: string, logged: 'subject' | 'id', phrase?: string]
/**
 * Of each action: its name in a list; whether the process log may have its subject; and the words between actor and
 * object, without which a sentence uses the name. The process log has no personal data and leaves the reach of our
 * retention rules: `subject` for fixed words and order references, `id` if the subject names a person or is text that
 * someone typed.
 */
const ACTIONS = {
  price_changed: ['Changed prices', 'subject', 'set'],
  price_planned: ['Planned new prices', 'subject', 'planned new prices for'],
  price_plan_cancelled: ['Canceled planned prices', 'subject', 'canceled the planned prices for'],
  stock_set: ['Set stock', 'subject', 'set the stock of'],
  stock_set_many: ['Set stock of many packages', 'subject', 'set the stock of'],
  hold_released: ['Released a hold', 'subject', 'released a hold in a cart:'],
  stock_imported: ['Imported stock', 'id', 'imported stock from'],
  stock_import_undone: ['Undid a stock import', 'id', 'undid the import of'],
  leads_imported: ['Imported leads', 'id', 'imported leads from'],
  lead_import_undone: ['Undid a lead import', 'id', 'undid the import of'],
  lead_rows_seen: ['Viewed rows of a lead file', 'id', 'viewed rows of'],
  cash_app_verified: ['Verified a Cash App order', 'subject', 'verified the payment for'],
  cash_app_rejected: ['Rejected a Cash App order', 'subject', 'rejected'],
  request_marked_paid: ['Marked a payment request as paid', 'id', 'marked as paid:'],
  order_refunded: ['Gave a refund', 'subject', 'gave a refund for'],
  credit_granted: ['Gave store credit', 'subject'],
  credit_taken: ['Took back store credit', 'subject'],
  evidence_saved: ['Saved evidence for a dispute', 'subject', 'saved evidence for'],
  evidence_submitted: ['Submitted evidence for a dispute', 'subject', 'submitted evidence for'],
  member_created: ['Added a member', 'id', 'added'],
  member_updated: ['Changed a member', 'id', 'changed the profile of'],
  member_removed: ['Removed a member', 'id', 'removed'],
  sessions_ended: ['Logged a member out', 'id', 'ended the sessions of'],
  second_factor_reset: ['Turned off two-step sign-in', 'id', 'turned off the two-step sign-in of'],
  commission_set: ['Set a commission rate', 'id', 'set the commission of'],
  offer_created: ['Created an offer', 'id', 'created the offer'],
  offer_updated: ['Changed an offer', 'id'],
  offer_switched: ['Switched an offer on or off', 'id', 'switched the offer'],
  offer_removed: ['Removed an offer', 'id', 'removed the offer'],
  delivery_attached: ['Delivered a file', 'subject', 'delivered a file for'],
  delivery_marked: ['Marked a package as delivered', 'subject'],
  delivery_sent_again: ['Resent a delivery', 'subject'],
  delivery_looked_at: ['Viewed delivered leads', 'subject', 'viewed the leads of'],
  shortfall_settled: ['Made up for missing leads', 'subject'],
  claims_answered: ['Answered claims', 'subject', 'answered claims about'],
  claim_file_looked_at: ['Viewed a file of a claim', 'subject'],
  lead_looked_at: ['Viewed a lead', 'subject', 'viewed'],
  lead_suppressed: ['Opted a property out', 'subject', 'opted a property out:'],
  opt_out_undone: ['Undid an opt-out', 'subject', 'undid an opt-out:'],
  leads_backing_switched: ['Switched how stock is counted', 'subject', 'switched how stock is counted:'],
  message_resent: ['Resent a message', 'id', 'resent:'],
  message_dismissed: ['Set a failed message aside', 'id', 'set a failure aside:'],
  held_messages_sent: ['Sent held messages', 'subject', 'sent:'],
  job_retried: ['Ran a failed job again', 'subject', 'ran again:'],
  job_given_up: ['Dropped a failed job', 'subject', 'dropped:'],
  refund_retried: ['Resent a refund', 'subject', 'resent the refund for'],
  refund_settled: ['Recorded a manual refund', 'subject', 'recorded a manual refund for'],
  unknown_payment_refunded: ['Refunded a payment without an order', 'subject', 'refunded, without an order:'],
  unknown_payment_settled: ['Settled a payment without an order', 'subject', 'settled without a refund:'],
  list_exported: ['Exported a list', 'subject', 'exported'],
  settings_changed: ['Changed settings', 'subject', 'changed'],
  connection_changed: ['Changed a connection', 'subject', 'changed the connection:'],
  text_published: ['Published a text', 'subject', 'published a new edition of'],
  webhook_added: ['Added a webhook', 'id', 'added the webhook at'],
  webhook_changed: ['Changed a webhook', 'id', 'changed the webhook at'],
  webhook_removed: ['Removed a webhook', 'id', 'removed the webhook at'],
  webhook_secret_replaced: ['Replaced the secret of a webhook', 'id', 'replaced the secret of the webhook at'],
  setup_confirmed: ['Confirmed a setup step', 'subject', 'changed the setup step:'],
  logged_in: ['Logged in', 'subject'],
  logged_out: ['Logged out', 'subject'],
  login_failed: ['Failed to log in', 'subject'],
  login_throttled: ['Made too many login attempts', 'subject'],
  second_factor_failed: ['Entered a wrong two-step code', 'subject'],
  proof_failed: ['Failed a password check', 'subject'],
  identity_linked: ['Linked their company account', 'id'],
  member_role_changed: ['Got another role from the company account', 'id'],
  oidc_failed: ['Failed to log in with a company account', 'subject'],
  passkey_added: ['Added a passkey', 'id'],
  passkey_removed: ['Removed a passkey', 'id'],
  key_made: ['Created an API key', 'id'],
  key_ended: ['Ended an API key', 'id'],
  passkey_failed: ['Failed to use a passkey', 'subject'],
  passkey_copied: ['Used a passkey that may be copied', 'subject'],
  access_refused: ['Was refused a call', 'subject'],
} as const satisfies Record<string, Audited>
export type AuditAction = keyof typeof ACTIONS
export const AUDITED: Readonly<Record<AuditAction, Audited>> = ACTIONS
export const AUDIT_ACTIONS = Object.fromEntries(
  Object.entries(ACTIONS).map(([action, [name]]) => [action, name]),
) as Record<AuditAction, string>
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
  query: z.extend(AuditFilter, PageQuery(200).shape),
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
