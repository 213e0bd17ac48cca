import type { AuditAction, AuditFacts } from '#contract/audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { insertEntry } from './queries.ts'

/** One privileged act, as the log will show it. */
export interface AuditedAct {
  action: AuditAction
  /** What it was done to, in words that stand alone. */
  subject: string
  before?: AuditFacts | undefined
  after?: AuditFacts | undefined
  note?: string | null | undefined
}

/**
 * Writes down what a member does, in the transaction that does it. What the store does by itself (loading, demo, jobs) is
 * nobody’s act and is not written down.
 */
export async function writeAudit(ctx: PlatformContext, tx: Transaction, act: AuditedAct): Promise<void> {
  if (ctx.actor.kind !== 'member') return
  await tx.run(insertEntry, [
    newId('aud', ctx.clock),
    ctx.clock.now(),
    ctx.actor.userId,
    act.action,
    act.subject,
    act.before ? JSON.stringify(act.before) : null,
    act.after ? JSON.stringify(act.after) : null,
    act.note?.trim() || null,
  ])
}
