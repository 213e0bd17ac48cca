import { AUDITED, type AuditAction, type AuditFacts } from '#contract/audit/audit.ts'
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
  const named = AUDITED[action][1] === 'subject' ? subject : target
  log.info({ audit: true, id, action, actor, target: named, network, at: at.toISOString() }, 'added to the audit log')
}
