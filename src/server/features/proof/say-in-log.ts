/** Statements that other features make in the log: texts that the store publishes once and cannot change. */
import { utf8 } from '#proof/bytes.ts'
import { proveInclusion } from '#proof/merkle-tree.ts'
import { formatTlogProof } from '#proof/tlog-proof.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { checkpointOf, policyText, readWitnessLines } from './publish-log.ts'
import { computeFromLog } from './read-log.ts'
import { findSaid, GROW_JOB, writeStatement } from './record-leads.ts'

/** Writes a statement of a kind, once, in the transaction of its cause; it then waits for the log, if the store keeps one. */
export async function sayInLog(ctx: PlatformContext, tx: Transaction, statement: { kind: string; text: string }) {
  if (!ctx.config.logKeysFile) return
  await tx.run(writeStatement, statement)
  await enqueue(tx, GROW_JOB, {}, { key: GROW_JOB })
}

export interface ProvenStatement {
  /** A tlog-proof whose extra data is the text. */
  proof: string
  /** The log and its witnesses, as the store publishes them. */
  policy: string
}

/** Proves a statement. @returns `waiting` before it is published; null if none was made of this kind */
export async function proveStatement(ctx: PlatformContext, kind: string): Promise<ProvenStatement | 'waiting' | null> {
  const [said] = await ctx.database.run(findSaid, { kind })
  if (!said) return null
  const { log_no: logNo, published: checkpoint, verifier_key: verifierKey, text } = said
  const index = Number(said.log_index ?? 'NaN')
  const size = checkpointOf(checkpoint)?.size ?? 0
  if (logNo === null || checkpoint === null || verifierKey === null || !(index < size)) return 'waiting'
  const hashes = await computeFromLog(ctx.database, logNo, (read) => proveInclusion(read, index, size))
  return {
    proof: formatTlogProof({ extra: utf8(text), index, hashes, checkpoint }),
    policy: policyText([verifierKey], await readWitnessLines(ctx)),
  }
}
