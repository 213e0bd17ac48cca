/** Writes the proofs that buyers get, once the log with their leads is published. */
import { toBase64, utf8 } from '#proof/bytes.ts'
import type { LeadProofExtra } from '#proof/lead-proof.ts'
import { proveInclusion } from '#proof/merkle-tree.ts'
import { formatTlogProof } from '#proof/tlog-proof.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { invariant } from '#server/platform/invariant.ts'
import { keepProofs, listUnproven, type UnprovenLeadRow } from './proof-queries.ts'
import type { LogRow } from './queries.ts'
import { computeFromLog } from './read-log.ts'

const PROOFS_AT_ONCE = 100

/** What makes the entry of a lead again: the buyer's alone. */
function extraOf({ generation, year, slot, cap, details, label_proof }: UnprovenLeadRow): LeadProofExtra {
  invariant(label_proof, 'a lead in the log has the proof of its label')
  return {
    version: 1,
    year,
    address: details.address,
    labelProof: toBase64(label_proof),
    generation,
    slot,
    cap,
    salt: details.salt,
    orderLine: details.orderLine,
    buyer: details.buyer,
    row: details.row,
  }
}

/** Writes the proofs of all leads in the published part of the log that have none yet. */
export async function keepNewProofs(ctx: PlatformContext, log: LogRow): Promise<void> {
  const { published, published_size: publishedSize, log_no: logNo } = log
  if (published === null) return
  const size = Number(publishedSize)
  for (;;) {
    const rows = await ctx.database.run(listUnproven, { logNo, publishedSize: size, limit: PROOFS_AT_ONCE })
    if (rows.length === 0) return
    const paths = await computeFromLog(ctx.database, logNo, (read) =>
      rows.map(({ log_index }) => proveInclusion(read, Number(log_index), size)),
    )
    const proofs = rows.map((row, at) =>
      formatTlogProof({
        extra: utf8(JSON.stringify(extraOf(row))),
        index: Number(row.log_index),
        hashes: paths[at] ?? [],
        checkpoint: published,
      }),
    )
    await ctx.database.run(keepProofs, {
      orderIds: rows.map(({ order_id }) => order_id),
      leadIds: rows.map(({ lead_id }) => lead_id),
      proofs,
      now: ctx.clock.now(),
    })
    if (rows.length < PROOFS_AT_ONCE) return
  }
}
