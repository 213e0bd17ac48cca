/** The log of delivered leads as strangers see it: buyers who check their proofs, and whoever reads the whole log. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll } from 'vitest'
import { formatVerifierKey, type VerifierKey } from '#proof/checkpoint.ts'
import { type ProvenLead, verifyLabelKeys, verifyLeadProof } from '#proof/lead-proof.ts'
import { readPolicy } from '#proof/policy.ts'
import { readLogKeys } from '#server/features/proof/log-keys.ts'
import { aBackedPackage, aDelivery, download } from './deliveries.ts'
import { runScheduled } from './scheduled-jobs.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { TestClock } from './test-clock.ts'
import { unzipTexts } from './unzip.ts'
import { startWitness } from './witness.ts'

const TABLES = ['logs', 'log_bundles', 'log_tiles', 'log_leads', 'log_statements', 'log_witnesses']

export type LogStore = Awaited<ReturnType<typeof aLogStore>>

/**
 * Gives the tests of a file a store with a log and two witnesses, one of which is enough. They have its clock.
 * @param atEnd `onTestFinished` for a store of one test
 */
export async function aLogStore(clock = new TestClock(), atEnd: (end: () => Promise<void>) => void = afterAll) {
  const folder = await mkdtemp(join(tmpdir(), 'leadyard-log-'))
  const trusted: VerifierKey[] = []
  const nowMs = () => clock.now().getTime()
  const start = (name: string) => startWitness(`witness.example/${name}`, () => trusted, nowMs)
  const witnesses = await Promise.all(['one', 'two'].map(start))
  const policy = join(folder, 'policy')
  const keysPath = join(folder, 'log-keys.json')
  const lines = witnesses.map(({ key, url }, at) => `witness w${at} ${key} ${url}\n`)
  const need = (quorum: 'any' | 'all') => {
    witnessLines = `${lines.join('')}group both ${quorum} w0 w1\nquorum both\n`
    return writeFile(policy, witnessLines)
  }
  let witnessLines = ''
  await need('any')
  const store = await createTestApp({ env: { LOG_KEYS_FILE: keysPath, LOG_POLICY_FILE: policy }, listen: true, clock })
  atEnd(async () => {
    await Promise.all([store, ...witnesses].map((each) => each.close()))
    await rm(folder, { recursive: true })
  })
  const query = store.rows
  return {
    store,
    witnesses,
    keysPath,
    query,
    openLog: async () => (await query('select * from logs where closed_at is null'))[0],
    /** Sells a package and delivers it; without one, a package of its own. */
    deliver: async (packageId?: string) => aDelivery(store, packageId ?? (await aBackedPackage(store))),
    /** A package of leads that up to ten buyers may have. */
    aSharedPackage: () => aBackedPackage(store, { leads: 25, tier: 'standard', ageDays: 31 }),
    /** The proofs of a delivery, checked as its buyer would. */
    provenOf: async (token: string) => verifyProofs(await downloadProofs(store, token)),
    /** Keeps the tables of the log as they are, as a backup does. */
    async keepTables() {
      for (const table of TABLES) await query(`create table kept_${table} as select * from ${table}`)
    },
    /** Brings them back to when they were kept. */
    async restoreTables() {
      for (const table of TABLES) {
        const found = await query('select column_name from information_schema.columns where table_name = $1', [table])
        const columns = found.map(({ column_name }) => column_name).join(', ')
        await query(`delete from ${table}`)
        await query(`insert into ${table} (${columns}) overriding system value select ${columns} from kept_${table}`)
      }
    },
    /** Publishes what is waiting. The witnesses learn the log's key, as if its operator told them. */
    async publish() {
      const keys = await readLogKeys(keysPath)
      if (keys) trusted.push(keys.verifier)
      await runScheduled(store, 'publish-log')
    },
    /** Changes how many witnesses must cosign. */
    need,
    /** Sells the slot of a published lead of an order again, by hand in the database. */
    async forgeSale(orderId: string) {
      await store.sql`insert into log_leads (order_id, lead_id, line_number, generation, year, slot, cap, commitment, recorded_at, details)
         select 'ord_forged', p.lead_id, 1, generation, year, slot, cap, sha256('another buyer'), now(),
           jsonb_build_object('address', (convert_from(decode(split_part(split_part(p.proof, E'\\n', 2), ' ', 2), 'base64'), 'utf8')::jsonb)->>'address')
         from log_leads p where order_id = ${orderId} order by lead_id limit 1`
    },
    /** Runs `npm run audit-log` on the open log. */
    async audit() {
      const keys = await readLogKeys(keysPath)
      const trust = join(folder, 'trust')
      await writeFile(trust, `log ${keys && formatVerifierKey(keys.verifier)}\n${witnessLines}`)
      return runAudit([store.url, '--policy', trust])
    },
  }
}

const runAudit = (args: readonly string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['scripts/audit-log.ts', ...args], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr })
    })
  })

/** Which slots proofs are of, each once: `0: 1 of 10`, with the generation first. */
export const slotsOf = (proofs: readonly ProvenLead[]): string[] => [
  ...new Set(proofs.map(({ extra }) => `${extra.generation}: ${extra.slot} of ${extra.cap}`)),
]

/** Which logs proofs come from, each once. */
export const originsOf = (proofs: readonly ProvenLead[]): string[] => [
  ...new Set(proofs.map(({ checkpoint }) => checkpoint.origin)),
]

/** What a buyer downloads for a line: the files by name, with those of a closed log under its file's name. */
export async function downloadProofs(store: TestApp, token: string): Promise<Map<string, string>> {
  const { status, bytes } = await download(store, `/api/deliveries/${token}/1/proofs`)
  if (status !== 200) throw new Error(`no proofs: ${status} ${bytes.toString()}`)
  const files = new Map<string, string>()
  for (const [name, content] of Object.entries(unzipSync(bytes)))
    if (name.endsWith('.zip')) for (const [inner, text] of unzipTexts(content)) files.set(`${name}/${inner}`, text)
    else files.set(name, strFromU8(content))
  return files
}

/** Checks the proofs of a folder of what a buyer has downloaded. @throws ProofError if one does not hold */
export function verifyProofs(files: ReadonlyMap<string, string>, folder = ''): ProvenLead[] {
  const read = (name: string) => files.get(folder + name) ?? ''
  const policy = readPolicy(read('policy.txt'))
  const labelKeys = verifyLabelKeys(read('keys.tlog-proof'), policy)
  const names = [...files.keys()].filter(
    (name) => name.startsWith(folder) && /^\d+\.tlog-proof$/.test(name.slice(folder.length)),
  )
  return names.map((name) => verifyLeadProof(files.get(name) ?? '', { policy, labelKeys }))
}
