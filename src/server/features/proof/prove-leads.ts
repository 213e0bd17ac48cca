import { toBase64, utf8 } from '#proof/bytes.ts'
import type { LeadProofExtra } from '#proof/lead-proof.ts'
import { proveInclusion } from '#proof/merkle-tree.ts'
import { formatTlogProof } from '#proof/tlog-proof.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { LogRow } from './queries.ts'
import { computeFromLog } from './read-log.ts'

/** Proves leads in the published part of a log. @param leads `index`: the place of the first of their two entries */
export async function proveLeads(
  { database }: Pick<PlatformContext, 'database'>,
  { log_no: logNo, published, published_size: publishedSize }: LogRow,
  leads: readonly { index: number; extra: LeadProofExtra }[],
): Promise<string[]> {
  if (leads.length === 0 || published === null) return []
  const size = Number(publishedSize)
  const paths = await computeFromLog(database, logNo, (read) =>
    leads.map(({ index }) => [0, 1].map((at) => proveInclusion(read, index + at, size))),
  )
  return leads.map(({ index, extra }, at) => {
    const [hashes = [], nextHashes = []] = paths[at] ?? []
    const next = { ...extra.next, hashes: nextHashes.map(toBase64) }
    return formatTlogProof({ extra: utf8(JSON.stringify({ ...extra, next })), index, hashes, checkpoint: published })
  })
}
