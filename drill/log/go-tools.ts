/**
 * Leads are delivered and their proofs downloaded. Then tools that nobody here wrote check all of them, from Go's
 * checksum database, and so does our own verifier.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import type { ReadFile } from '#proof/audit-published-log.ts'
import { verifyLabelKeys, verifyLeadProof } from '#proof/lead-proof.ts'
import { readPolicy } from '#proof/policy.ts'
import { until } from '#testing/faults/shopper.ts'
import { buildGoProgram } from './go-program.ts'
import { auditLog, buy, downloadProofs, type ProvenStore, readLogOf, withProvenStore } from './proven-store.ts'

export interface GoToolsOptions {
  /** Leads to deliver and prove, at least. */
  leads: number
  print: (line: string) => void
}

/** Each of its leads is sold once. */
const POOL = '48453-vacant-vip'
/** The usual promotion comes on top of this, so fewer packages are needed than this says. */
const LEADS_PER_PACKAGE = 100
const PACKAGES_PER_ORDER = 5
const PROVEN_WITHIN_MS = 1_800_000

/** The proofs of a package, under a name for its folder. */
interface Receipt {
  name: string
  files: ReadonlyMap<string, string>
}

async function sell(
  store: ProvenStore,
  { leads, print }: GoToolsOptions,
): Promise<{ receipts: Receipt[]; url: string }> {
  const node = await store.startNode()
  const at = { nodes: [node], isClosing: false }
  const orders = Math.ceil(leads / LEADS_PER_PACKAGE / PACKAGES_PER_ORDER)
  const shoppers: Awaited<ReturnType<typeof buy>>[] = []
  for (let order = 0; order < orders; order += 1) shoppers.push(await buy(at, `${POOL}-100`, PACKAGES_PER_ORDER))
  const buyers = shoppers.filter((shopper) => shopper !== null)
  if (buyers.length < orders) throw new Error(`only ${buyers.length} of ${orders} orders went through`)
  const began = performance.now()
  await until('all leads are proven', PROVEN_WITHIN_MS, async () => {
    const { rows } = await store
      .pool()
      .query<{ sold: number; proven: number }>(
        `select (select count(*)::int from order_leads) as sold, (select count(*)::int from log_leads where proof is not null) as proven`,
      )
    return rows[0]?.sold === rows[0]?.proven ? rows : null
  })
  print(
    `${orders} orders; all their leads were proven ${Math.round((performance.now() - began) / 1_000)} s after the last`,
  )
  const receipts: Receipt[] = []
  for (const [order, buyer] of buyers.entries())
    for (const [line, files] of (await downloadProofs(buyer, PACKAGES_PER_ORDER)).entries())
      receipts.push({ name: `${order + 1}-${line + 1}`, files })
  return { receipts, url: node.url }
}

/** What a package has for its leads: files named by their rows. */
const proofsOf = ({ files }: Receipt) => [...files].filter(([name]) => /^\d+\.tlog-proof$/.test(name))

function verifyWithOurs(receipts: readonly Receipt[], print: GoToolsOptions['print']): void {
  const began = performance.now()
  let proven = 0
  for (const receipt of receipts) {
    const policy = readPolicy(receipt.files.get('policy.txt') ?? '')
    const labelKeys = verifyLabelKeys(receipt.files.get('keys.tlog-proof') ?? '', policy)
    for (const [, text] of proofsOf(receipt)) verifyLeadProof(text, { policy, labelKeys })
    proven += proofsOf(receipt).length
  }
  const ms = performance.now() - began
  print(
    `our verifier: ${proven} proofs hold, labels included (${(ms / proven).toFixed(1)} ms each, load ${loadavg()[0]?.toFixed(1)})`,
  )
}

/** Keeps what it reads in a folder. */
const readAndKeep =
  (read: ReadFile, folder: string): ReadFile =>
  async (path) => {
    const bytes = await read(path)
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
    return bytes
  }

async function runGo(program: string, folder: string, print: GoToolsOptions['print']): Promise<string[]> {
  const child = spawn(program, [folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = await once(child, 'close')
  const lines = said.trim().split('\n')
  for (const line of lines) print(line)
  if (code !== 0) return lines.slice(-1)
  const [, taken = '0', flips] = /took (\d+) of (\d+) tiles/.exec(said) ?? []
  if (taken !== '0')
    print(`This version of sumdb/tlog takes ${taken} of ${flips} flipped bytes (CVE-2026-56865): use 0.40.0 or newer.`)
  return []
}

/** Runs the drill. @returns what was wrong */
export function drillGoTools(options: GoToolsOptions): Promise<string[]> {
  const { leads, print } = options
  return withProvenStore({ poolId: POOL, leads: Math.ceil(leads * 1.5) }, async (store) => {
    const program = await buildGoProgram(join(store.folder, 'go'))
    if (typeof program === 'string') return [program]
    print(program.versions)
    const { receipts, url } = await sell(store, options)
    const folder = join(store.folder, 'published')
    const { faults, size } = await auditLog(readAndKeep(readLogOf(url), folder), store.policy)
    print(`our audit: ${size} entries and all tiles, ${faults.length} faults`)
    await writeFile(join(folder, 'policy.txt'), store.policy)
    for (const receipt of receipts) {
      await mkdir(join(folder, 'proofs', receipt.name), { recursive: true })
      for (const [name, text] of proofsOf(receipt)) await writeFile(join(folder, 'proofs', receipt.name, name), text)
    }
    const goFaults = await runGo(program.path, folder, print)
    verifyWithOurs(receipts, print)
    return [...faults, ...goFaults]
  })
}
