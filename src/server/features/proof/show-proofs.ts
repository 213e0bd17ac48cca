/** The proofs that a buyer downloads. */
import { tokenKeyOf } from '#server/features/delivery/hand-over.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { zipFiles } from '#server/platform/zip.ts'
import { listProofs, openLine } from './proof-queries.ts'
import { type LogRow, listLogs } from './queries.ts'
import { renewProofs } from './renew-proofs.ts'
import { type ProvenStatement, proveStatement } from './say-in-log.ts'

interface AskedLine {
  /** The secret part of a delivery link. */
  token: string
  lineNumber: number
}

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
  const [line] = await ctx.database.run(openLine, {
    tokenFingerprint: tokenKeyOf(token),
    lineNumber,
    now: ctx.clock.now(),
  })
  if (!line) throw new Refusal('delivery_link_invalid')
  return { line, proofs: await ctx.database.run(listProofs, { orderId: line.order_id, lineNumber }) }
}

/** @throws Refusal `delivery_link_invalid` */
export async function showProofs(
  ctx: PlatformContext,
  asked: AskedLine,
): Promise<{ ready: number; waiting: number; cap: number | null }> {
  const { proofs } = await findProofs(ctx, asked)
  const caps = proofs.flatMap(({ cap }) => (cap === null ? [] : [cap]))
  return {
    ready: proofs.filter(({ proof }) => proof !== null).length,
    waiting: proofs.filter(({ is_waiting }) => is_waiting).length,
    cap: caps.length === 0 ? null : Math.max(...caps),
  }
}

/**
 * The proofs of a package's leads in one file. Proofs of leads whose owners opted out are left out, like the leads.
 *
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
    const renewed = await renewProofs(ctx, log, { policy, proofs: new Map(kept) })
    packed.push(
      new Map<string, string | Uint8Array>([
        ['README.txt', README],
        ['policy.txt', policy],
        ['keys.tlog-proof', keysProof],
        ...[...renewed].map(([place, text]) => [`${String(place).padStart(3, '0')}.tlog-proof`, text] as const),
      ]),
    )
  }
  const [files = new Map<string, string>(), ...earlier] = packed
  for (const [at, others] of earlier.entries()) files.set(`earlier-log-${at + 1}.zip`, zipFiles(others))
  const name = `${line.reference}-${asked.lineNumber}-proofs.zip`
  return { name, bytes: zipFiles(files), isDownload: true }
}

async function proveKeys(ctx: PlatformContext, { origin }: LogRow): Promise<ProvenStatement> {
  const said = await proveStatement(ctx, `keys ${origin}`)
  if (said === null || said === 'waiting') throw new Refusal('proofs_not_ready')
  return said
}
