import type { AuditAction, AuditFacts } from '#contract/audit/audit.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { addEntry, auditNetworkOf } from './add-entry.ts'

/** One privileged act, as the log will show it. */
export interface AuditedAct {
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
