import type { AuditAction, AuditFacts } from '#contract/audit/audit.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { deriveToken, newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/logging.ts'
import { insertEntry } from './list-audit-entries.ts'

interface AuditedAct {
  action: AuditAction
  /** What it was done to, in words that make sense on their own. */
  subject: string
  /** Its id, if the subject names a person or is text that someone typed: the process log gets this instead. */
  target?: string | undefined
  before?: AuditFacts | undefined
  after?: AuditFacts | undefined
  note?: string | null | undefined
}

/** What the caller's network is taken from; jobs and timers have none. */
export type AuditContext = PlatformContext & Partial<Pick<RequestContext, 'address'>>

/** What the store does by itself (loading, demo, jobs) is no one's action and is not recorded. */
export async function writeAudit(ctx: AuditContext, tx: Transaction, act: AuditedAct): Promise<void> {
  if (ctx.actor.kind === 'member') await writeAuditOf(ctx, tx, ctx.actor.userId, act)
}

/** Like `writeAudit`, for a member who is just signing in. */
export async function writeAuditOf(ctx: AuditContext, tx: Transaction, memberId: string, act: AuditedAct) {
  const { address, clock, log } = ctx
  const network = address === undefined ? undefined : auditNetworkOf(ctx, address)
  await addEntry(tx, log, { id: newId('aud', clock), at: clock.now(), memberId, network, ...act })
}

interface NewEntry extends AuditedAct {
  id: string
  at: Date
  /** Null if no account is known. */
  memberId: string | null
  /** From `auditNetworkOf`. */
  network?: string | undefined
}

/**
 * Whether the process log may have the subject of each kind. That log has no personal data and leaves the reach of our
 * retention rules: `subject` for fixed words and order references, `id` if it names a person or is text that someone
 * typed.
 */
const TARGETS: Readonly<Record<AuditAction, 'subject' | 'id'>> = {
  price_changed: 'subject',
  price_planned: 'subject',
  price_plan_cancelled: 'subject',
  stock_set: 'subject',
  stock_set_many: 'subject',
  hold_released: 'subject',
  stock_imported: 'id',
  stock_import_undone: 'id',
  leads_imported: 'id',
  lead_import_undone: 'id',
  lead_rows_seen: 'id',
  cash_app_verified: 'subject',
  cash_app_rejected: 'subject',
  request_marked_paid: 'id',
  order_refunded: 'subject',
  credit_granted: 'subject',
  credit_taken: 'subject',
  evidence_saved: 'subject',
  evidence_submitted: 'subject',
  member_created: 'id',
  member_updated: 'id',
  member_removed: 'id',
  sessions_ended: 'id',
  second_factor_reset: 'id',
  commission_set: 'id',
  offer_created: 'id',
  offer_updated: 'id',
  offer_switched: 'id',
  offer_removed: 'id',
  delivery_attached: 'subject',
  delivery_marked: 'subject',
  delivery_sent_again: 'subject',
  delivery_looked_at: 'subject',
  shortfall_settled: 'subject',
  claims_answered: 'subject',
  claim_file_looked_at: 'subject',
  lead_looked_at: 'subject',
  lead_suppressed: 'subject',
  opt_out_undone: 'subject',
  leads_backing_switched: 'subject',
  message_resent: 'id',
  message_dismissed: 'id',
  held_messages_sent: 'subject',
  job_retried: 'subject',
  job_given_up: 'subject',
  refund_retried: 'subject',
  refund_settled: 'subject',
  unknown_payment_refunded: 'subject',
  unknown_payment_settled: 'subject',
  list_exported: 'subject',
  settings_changed: 'subject',
  connection_changed: 'subject',
  text_published: 'subject',
  webhook_added: 'id',
  webhook_changed: 'id',
  webhook_removed: 'id',
  webhook_secret_replaced: 'id',
  setup_confirmed: 'subject',
  logged_in: 'subject',
  logged_out: 'subject',
  login_failed: 'subject',
  login_throttled: 'subject',
  second_factor_failed: 'subject',
  proof_failed: 'subject',
  identity_linked: 'id',
  member_role_changed: 'id',
  oidc_failed: 'subject',
  passkey_added: 'id',
  passkey_removed: 'id',
  key_made: 'id',
  key_ended: 'id',
  passkey_failed: 'subject',
  passkey_copied: 'subject',
  access_refused: 'subject',
}

/** Differs from other fingerprints of the address, which are forgotten; the log's stay. */
export function auditNetworkOf(ctx: { secrets: { fingerprints: string } }, address: string): string {
  return deriveToken(ctx.secrets.fingerprints, 'audit-network', address).slice(0, 12)
}

/** Adds an entry. After the commit it is also one line in the process log: see docs/runbooks/ship-the-audit-log.md. */
export async function addEntry(tx: Transaction, log: Log, entry: NewEntry): Promise<void> {
  const { id: auditId, at, memberId, action, subject, before, after, note } = entry
  await tx.run(insertEntry, {
    auditId,
    at,
    memberId,
    action,
    subject,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
    note: note?.trim() || null,
  })
  tx.afterCommit(() => ship(log, entry))
}

function ship(log: Log, { id, at, memberId: actor, action, subject, target, network }: NewEntry): void {
  const named = TARGETS[action] === 'subject' ? subject : target
  log.info({ audit: true, id, action, actor, target: named, network, at: at.toISOString() }, 'added to the audit log')
}
