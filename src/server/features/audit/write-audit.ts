import type { AuditAction, AuditFacts } from '#contract/audit/audit.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { deriveToken, newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/logging.ts'
import { insertEntry } from './queries.ts'

/** One privileged act, as the log will show it. */
interface AuditedAct {
  action: AuditAction
  /** What it was done to, in words that stand alone. */
  subject: string
  /** Its id, where the subject names a person or is text that somebody chose: the line in the process's log has this instead. */
  target?: string | undefined
  before?: AuditFacts | undefined
  after?: AuditFacts | undefined
  note?: string | null | undefined
}

/**
 * Writes down what a member does, in the transaction that does it. What the store does by itself (loading, demo, jobs) is
 * nobody’s act and is not written down.
 */
export async function writeAudit(
  ctx: PlatformContext & Partial<Pick<RequestContext, 'address'>>,
  tx: Transaction,
  act: AuditedAct,
): Promise<void> {
  const { actor, address, clock, log } = ctx
  if (actor.kind !== 'member') return
  const network = address === undefined ? undefined : auditNetworkOf(ctx, address)
  await addEntry(tx, log, { id: newId('aud', clock), at: clock.now(), memberId: actor.userId, network, ...act })
}

/** A row of the log, and what its line in the process's log says beside. */
interface NewEntry {
  id: string
  at: Date
  /** Null where no account is known. */
  memberId: string | null
  action: AuditAction
  subject: string
  /** An id for the line, where the subject names a person. */
  target?: string | undefined
  /** As `auditNetworkOf` makes it. */
  network?: string | undefined
  before?: AuditFacts | undefined
  after?: AuditFacts | undefined
  note?: string | null | undefined
}

/**
 * Whether the subject of a kind may leave with the log, which keeps no personal data and goes where the store's rules do not
 * reach: `subject` for fixed words and references of orders, `id` where it names a person or is text that somebody chose.
 */
const TARGETS: Readonly<Record<AuditAction, 'subject' | 'id'>> = {
  price_changed: 'subject',
  price_planned: 'subject',
  price_plan_cancelled: 'subject',
  stock_set: 'subject',
  stock_set_many: 'subject',
  hold_released: 'subject',
  stock_imported: 'id',
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
  lead_looked_at: 'subject',
  lead_suppressed: 'subject',
  opt_out_undone: 'subject',
  leads_backing_switched: 'subject',
  message_resent: 'id',
  message_dismissed: 'id',
  job_retried: 'subject',
  job_given_up: 'subject',
  refund_retried: 'subject',
  refund_settled: 'subject',
  settings_changed: 'subject',
  logged_in: 'subject',
  logged_out: 'subject',
  login_failed: 'subject',
  login_throttled: 'subject',
  second_factor_failed: 'subject',
  proof_failed: 'subject',
  access_refused: 'subject',
}

/**
 * What the log keeps of a client's network: a keyed fingerprint, which tells two apart and names none. It cannot be compared
 * with those of buyers, which are forgotten while this stays.
 */
export function auditNetworkOf(ctx: { secrets: { tokens: string } }, address: string): string {
  return deriveToken(ctx.secrets.tokens, 'audit-network', address).slice(0, 12)
}

/** Adds an entry. Once it is committed the process's log has it too, as one line: see docs/runbooks/ship-the-audit-log.md. */
export async function addEntry(tx: Transaction, log: Log, entry: NewEntry): Promise<void> {
  const { id, at, memberId, action, subject, before, after, note } = entry
  await tx.run(insertEntry, {
    auditId: id,
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
