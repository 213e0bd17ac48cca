/** Writes the proofs that buyers get, once the log with their leads is published. */
import { toBase64 } from '#proof/bytes.ts'
import type { LeadProofExtra } from '#proof/lead-proof.ts'
import { VRF_PROOF_BYTES } from '#proof/vrf.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { invariant } from '#server/platform/invariant.ts'
import { keepProofs, listUnproven, type UnprovenLeadRow } from './proof-queries.ts'
import { proveLeads } from './prove-leads.ts'
import type { LogRow } from './queries.ts'

const PROOFS_AT_ONCE = 100

/** What recomputes the entries of a lead, which only its buyer has. Not what proves that they are in the log. */
function extraOf({ generation, year, slot, cap, details, label_proof: labelProofs }: UnprovenLeadRow): LeadProofExtra {
  invariant(labelProofs?.length === 2 * VRF_PROOF_BYTES, 'a lead in the log has the proofs of its labels')
  return {
    version: 1,
    year,
    address: details.address,
    labelProof: toBase64(labelProofs.subarray(0, VRF_PROOF_BYTES)),
    generation,
    slot,
    cap,
    salt: details.salt,
    orderLine: details.orderLine,
    buyer: details.buyer,
    row: details.row,
    next: { labelProof: toBase64(labelProofs.subarray(VRF_PROOF_BYTES)), hashes: [] },
  }
}

/** Writes the proofs of all leads in the published part of the log that have none yet. */
export async function keepNewProofs(ctx: PlatformContext, log: LogRow): Promise<void> {
  if (log.published === null) return
  const waiting = { logNo: log.log_no, publishedSize: Number(log.published_size), limit: PROOFS_AT_ONCE }
  for (;;) {
    const rows = await ctx.database.run(listUnproven, waiting)
    const leads = rows.map((row) => ({ index: Number(row.log_index), extra: extraOf(row) }))
    if (rows.length > 0)
      await ctx.database.run(keepProofs, {
        orderIds: rows.map(({ order_id }) => order_id),
        leadIds: rows.map(({ lead_id }) => lead_id),
        proofs: await proveLeads(ctx, log, leads),
        now: ctx.clock.now(),
      })
    if (rows.length < PROOFS_AT_ONCE) return
  }
}
