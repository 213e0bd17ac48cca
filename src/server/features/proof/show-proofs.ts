import { toBase64, utf8 } from '#proof/bytes.ts'
import { isSeenInTime, type LeadProofExtra, readLeadExtra } from '#proof/lead-proof.ts'
import { proveInclusion } from '#proof/merkle-tree.ts'
import { type Policy, readPolicy } from '#proof/policy.ts'
import { formatTlogProof, readTlogProof, type TrustedCheckpoint, verifyCheckpoint } from '#proof/verify-log.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { zipFiles } from '#server/platform/files/workbook.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { fingerprint } from '#server/platform/ids.ts'
import { checkpointOf, policyText, readWitnessLines } from './publish-log.ts'
import { type LogRow, listLogs } from './queries.ts'
import { computeFromLog } from './read-log.ts'
import { findSaid } from './record-leads.ts'
import type { LogLeadDetails } from './tables.ts'

/** The oldest leads in the published part of the log whose proof is not written yet. */
export const listUnproven = statement('proof.list_unproven')`
  select order_id, lead_id::text as lead_id, log_index::text as log_index, generation, year, slot, cap, details, label_proof from log_leads
  where log_no = $logNo and log_index < $publishedSize and details is not null order by entry_no limit $limit`.as<{
  details: LogLeadDetails
}>()
export type UnprovenLeadRow = RowOf<typeof listUnproven>

/** From now on, the delivered row is in the proof and nowhere else in the log. */
export const keepProofs = statement('proof.keep')`
  update log_leads l set proof = given.proof, proven_at = $now, details = null, label_proof = null
  from unnest($orderIds::text[], $leadIds::bigint[], $proofs::text[]) as given (order_id, lead_id, proof)
  where l.order_id = given.order_id and l.lead_id = given.lead_id and l.details is not null`

/** The leads of a line in the order of their rows in its file, each with its proof if there is one. */
export const listProofs = statement('proof.list_of_line')`
  select row_number() over (order by l.acquired_at desc, l.lead_id)::int as place,
    case when d.lead_id is not null and s.property_key is null then p.proof end as proof,
    p.log_no, coalesce(p.details is not null, false) as is_waiting, p.cap
  from deliveries v join order_leads o on o.order_id = v.order_id and o.hold_id = v.hold_id
    join leads l on l.lead_id = o.lead_id
    left join lead_details d on d.lead_id = o.lead_id
    left join suppressions s on s.property_key = l.property_key
    left join log_leads p on p.order_id = o.order_id and p.lead_id = o.lead_id
  where v.order_id = $orderId and v.line_number = $lineNumber and o.returned_at is null
    and not exists (select from order_leads r where r.order_id = o.order_id and r.replaces_lead_id = o.lead_id)
  order by place`.as<{ proof: string | null }>()

/** Forgets proofs that are too old, and those of leads whose data is gone. */
export const forgetProofs = statement('proof.forget')`
  with old as (
    select order_id, lead_id from log_leads p
    where proof is not null and (proven_at < $before or not exists (select from lead_details d where d.lead_id = p.lead_id))
    order by proven_at limit $limit for update skip locked
  ), forgotten as (
    update log_leads p set proof = null from old where p.order_id = old.order_id and p.lead_id = old.lead_id returning 1
  ) select count(*)::int as rows from forgotten`

export const openLine = statement('proof.open_line')`
  select d.order_id, o.reference from delivery_handovers h join deliveries d on d.handover_id = h.handover_id
    join orders o on o.order_id = d.order_id
  where h.token_fingerprint = $tokenFingerprint and h.expires_at > $now and d.cancelled_at is null
    and d.line_number = $lineNumber`

interface ProvenStatement {
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

/* Renews proofs that today's policy refuses because they are older than one of its witnesses. */

function findTrusted(checkpoint: string, policy: Policy): TrustedCheckpoint | null {
  try {
    return verifyCheckpoint(checkpoint, policy)
  } catch {
    return null
  }
}

/**
 * Renews the proofs that a policy refuses, with the last checkpoint of their log. A proof stays as it is if that does
 * not satisfy the policy either, or if a witness saw it too late for the year of its labels. @param proofs by place,
 * all of this log
 */
async function renewProofs(ctx: PlatformContext, log: LogRow, policy: Policy, proofs: ReadonlyMap<number, string>) {
  const current = findTrusted(log.published ?? '', policy)
  if (!current) return proofs
  const isInTime = (year: number) => current.witnessed.every(({ seconds }) => isSeenInTime(year, seconds * 1_000))
  const trusted = new Map<string, boolean>()
  const refused = [...proofs].flatMap(([place, text]) => {
    const proof = readTlogProof(text)
    const extra = proof?.extra && readLeadExtra(proof.extra)
    if (!extra || !isInTime(extra.year)) return []
    // The leads of a package were mostly published together.
    if (!trusted.has(proof.checkpoint)) trusted.set(proof.checkpoint, findTrusted(proof.checkpoint, policy) !== null)
    return trusted.get(proof.checkpoint) ? [] : [{ place, index: proof.index, extra }]
  })
  const renewed = await proveLeads(ctx, log, refused)
  return new Map([...proofs, ...refused.map(({ place }, at) => [place, renewed[at] ?? ''] as const)])
}

type AskedLine = { token: string; lineNumber: number }

const README = `These files prove how many buyers your leads are promised to.

policy.txt          the log and the witnesses that you trust
keys.tlog-proof     the keys with which the log hides addresses, as its first entry
NNN.tlog-proof      one for each lead; NNN is its row in your file, without the header
earlier-log-N.zip   the same for leads in a log that the store has closed

Check them in a browser on the page /verify of the store, or on a saved copy of it. It sends nothing.
Or with Node 20 and the file /verify.mjs of the store: node verify.mjs proofs.zip
Keep them as private as the leads: they contain them.
`

async function findProofs(ctx: PlatformContext, { token, lineNumber }: AskedLine) {
  const asked = { tokenFingerprint: fingerprint(token), lineNumber, now: ctx.clock.now() }
  const line = requireRow(await ctx.database.run(openLine, asked), 'delivery_link_invalid')
  return { line, proofs: await ctx.database.run(listProofs, { orderId: line.order_id, lineNumber }) }
}

/** @throws Refusal `delivery_link_invalid` */
export async function showProofs(ctx: PlatformContext, asked: AskedLine) {
  const { proofs } = await findProofs(ctx, asked)
  const caps = proofs.flatMap(({ cap }) => cap ?? [])
  return {
    ready: proofs.filter(({ proof }) => proof !== null).length,
    waiting: proofs.filter(({ is_waiting }) => is_waiting).length,
    cap: caps.length === 0 ? null : Math.max(...caps),
  }
}

/**
 * The proofs of a package's leads in one file, without those of leads whose owners opted out.
 * @throws Refusal `delivery_link_invalid`; `proofs_not_ready` while one waits; `proofs_none` if there are none
 */
export async function downloadProofs(ctx: PlatformContext, asked: AskedLine): Promise<FileReply> {
  const { line, proofs } = await findProofs(ctx, asked)
  if (proofs.some(({ is_waiting }) => is_waiting)) throw new Refusal('proofs_not_ready')
  if (proofs.every(({ proof }) => proof === null)) throw new Refusal('proofs_none')
  const logNos = proofs.flatMap(({ proof, log_no }) => (proof !== null && log_no !== null ? [log_no] : []))
  const packed: Map<string, string | Uint8Array>[] = []
  for (const log of await ctx.database.run(listLogs, { logNos })) {
    const { policy, proof: keysProof } = await proveKeys(ctx, log)
    const kept = proofs.flatMap(({ place, proof, log_no }) =>
      proof !== null && log_no === log.log_no ? [[place, proof] as const] : [],
    )
    const renewed = await renewProofs(ctx, log, readPolicy(policy), new Map(kept))
    const files = new Map<string, string | Uint8Array>([
      ['README.txt', README],
      ['policy.txt', policy],
    ])
    files.set('keys.tlog-proof', keysProof)
    for (const [place, text] of renewed) files.set(`${String(place).padStart(3, '0')}.tlog-proof`, text)
    packed.push(files)
  }
  const [files = new Map<string, string>(), ...earlier] = packed
  for (const [at, others] of earlier.entries()) files.set(`earlier-log-${at + 1}.zip`, zipFiles(others))
  return { name: `${line.reference}-${asked.lineNumber}-proofs.zip`, bytes: zipFiles(files), isDownload: true }
}

async function proveKeys(ctx: PlatformContext, { origin }: LogRow): Promise<ProvenStatement> {
  const said = await proveStatement(ctx, `keys ${origin}`)
  if (said === null || said === 'waiting') throw new Refusal('proofs_not_ready')
  return said
}
