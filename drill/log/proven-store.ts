/** A store whose delivered leads go into a log with two witnesses, and its buyers, who download the proofs. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { auditPublishedLog, type ReadFile } from '#proof/audit-published-log.ts'
import { formatVerifierKey } from '#proof/note.ts'
import { readPolicy } from '#proof/policy.ts'
import { createLogKeys } from '#server/features/proof/log-keys.ts'
import { policyText } from '#server/features/proof/publish-log.ts'
import { DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { type NodeProcess, startNode } from '#testing/faults/node-process.ts'
import { type Answer, Shopper } from '#testing/faults/shopper.ts'
import { unzipTexts } from '#testing/unzip.ts'
import { startWitness, type TestWitness } from '#testing/witness.ts'
import { seedPool } from '../../bench/lab/seed-leads.ts'
import { fillDatabase } from '../drill-store.ts'
import { DrillPostgres } from '../faults/drill-postgres.ts'
import { openPool } from '../faults/world.ts'
import { pause } from '../shop.ts'

const ORIGIN = 'drill.example/log'
const RETRY_MS = 50

export interface ProvenStore {
  folder: string
  /** Kills PostgreSQL and starts it again; the nodes find it where it was. */
  killDatabase(): Promise<void>
  /** Of the store's database; it survives a restart of PostgreSQL. */
  pool(): pg.Pool
  witnesses: readonly TestWitness[]
  /** What buyers get as policy.txt. */
  policy: string
  startNode(): Promise<NodeProcess>
}

/** Runs work on a store with this many leads in one pool, and removes it whatever happens. */
export async function withProvenStore<Result>(
  goods: { poolId: string; leads: number },
  work: (store: ProvenStore) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'leadyard-log-drill-'))
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step().catch(() => undefined)
  }
  const interrupt = () => void close().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  try {
    const postgres = await DrillPostgres.start(join(folder, 'store'))
    closing.push(() => postgres.stop())
    const keysPath = join(folder, 'log-keys.json')
    const keys = await createLogKeys(keysPath, ORIGIN, new Date().getUTCFullYear())
    const names = ['one', 'two']
    const witnesses = await Promise.all(
      names.map((name) => startWitness(`witness.example/${name}`, () => [keys.verifier])),
    )
    closing.push(() => Promise.all(witnesses.map((witness) => witness.close())))
    const lines = witnesses.map(({ key, url }, at) => `witness ${names[at]} ${key} ${url}\n`)
    const witnessLines = `${lines.join('')}group enough any ${names.join(' ')}\nquorum enough\n`
    const policyPath = join(folder, 'witnesses.txt')
    await writeFile(policyPath, witnessLines)
    let [pool, poolUrl] = [openPool(postgres.url), postgres.url]
    closing.push(() => pool.end())
    await fillDatabase(postgres.url)
    await seedPool(pool, goods)
    const proxy = await DatabaseProxy.open(postgres.url)
    closing.push(() => proxy.close())
    return await work({
      folder,
      async killDatabase() {
        await postgres.halt('kill')
        await postgres.startAgain()
        proxy.retarget(postgres.url)
      },
      witnesses,
      policy: policyText([formatVerifierKey(keys.verifier)], witnessLines),
      pool() {
        if (poolUrl === postgres.url) return pool
        pool.end().catch(() => undefined)
        poolUrl = postgres.url
        pool = openPool(poolUrl)
        return pool
      },
      async startNode() {
        const node = await startNode(proxy.url, { LOG_KEYS_FILE: keysPath, LOG_POLICY_FILE: policyPath })
        closing.push(() => node.kill())
        return node
      },
    })
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, interrupt)
    await close()
  }
}

/** Where the store is now, and whether its buyers shall leave. */
export interface Counter {
  nodes: NodeProcess[]
  isClosing: boolean
}

/** One of the nodes. */
export const urlOf = ({ nodes }: Counter): string => nodes[Math.floor(Math.random() * nodes.length)]?.url ?? ''

/** Repeats a step until a node answers. Null if the store closes first. */
export async function persist(at: Counter, shopper: Shopper, step: () => Promise<Answer>): Promise<Answer | null> {
  while (!at.isClosing) {
    shopper.url = urlOf(at)
    try {
      const answer = await step()
      if (answer.status < 500) return answer
    } catch {
      // That node is gone; it comes back.
    }
    await pause(RETRY_MS)
  }
  return null
}

/** Buys several packages of one kind. @returns the buyer, or null if nothing came of it */
export async function buy(at: Counter, packageId: string, packages: number): Promise<Shopper | null> {
  const shopper = new Shopper(urlOf(at))
  for (let bought = 0; bought < packages; bought += 1) {
    const reserved = await persist(at, shopper, () => shopper.reserve(packageId))
    if (reserved?.status !== 200) return null
  }
  const opened = await persist(at, shopper, () => shopper.openPayment())
  if (opened?.status !== 200) return null
  await persist(at, shopper, () => shopper.confirm(opened.body))
  const order = await persist(at, shopper, () => shopper.recordOrder(opened.body.paymentId))
  return order?.status === 200 ? shopper : null
}

/** The proofs of a buyer's packages, as the link in the email gives them: one set of texts for each package. */
export async function downloadProofs(shopper: Shopper, packages: number): Promise<ReadonlyMap<string, string>[]> {
  const mails = await shopper.mails()
  const token = mails.map(({ text }: { text: string }) => /\/delivery\/([\w-]+)/.exec(text)?.[1]).find(Boolean)
  const files: ReadonlyMap<string, string>[] = []
  for (let line = 1; line <= packages; line += 1) {
    const reply = await fetch(`${shopper.url}/api/deliveries/${token}/${line}/proofs`, { method: 'POST' })
    if (!reply.ok) throw new Error(`no proofs: ${reply.status} ${await reply.text()}`)
    files.push(unzipTexts(new Uint8Array(await reply.arrayBuffer())))
  }
  return files
}

/** Reads the log of a node as anyone would. */
export function readLogOf(url: string): ReadFile {
  return async (path) => {
    const reply = await fetch(`${url}/log/${path}`)
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
    return new Uint8Array(await reply.arrayBuffer())
  }
}

/** Reads a whole log as anyone would. @returns what is wrong with it, and its size */
export async function auditLog(read: ReadFile, policy: string): Promise<{ faults: string[]; size: number }> {
  const { audit, checkpoint } = await auditPublishedLog(read, readPolicy(policy))
  return { faults: audit.faults, size: checkpoint.size }
}
