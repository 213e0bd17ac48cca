/** One PostgreSQL, created and run exactly as the product's, one load generator, and nodes of the store. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'
import { type Generator, startGenerator } from './load.ts'
import { type StoreNode, type StoreNodeOptions, startStoreNode } from './processes.ts'
import { fillDatabase, openPool } from './store-data.ts'

export interface Laboratory {
  dataDir: string
  databaseUrl: string
  pool: pg.Pool
  generator: Generator
  /** Starts a node, on this database unless `env` names another. The first one loads the full catalogue. */
  startNode(env?: Readonly<Record<string, string>>, options?: StoreNodeOptions): Promise<StoreNode>
  /** Creates a store's database next to this one, with the counties of these states (all, if absent), and no node. */
  newStore(name: string, states?: readonly string[]): Promise<{ url: string; pool: pg.Pool }>
}

export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Undoes what work left behind (processes, folders) in reverse order, whatever happens, also after Ctrl-C. */
export async function closingAfter<Result>(
  work: (onClose: (step: () => Promise<unknown>) => void) => Promise<Result>,
): Promise<Result> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse())
      await step().catch((error) => say(`While closing: ${String(error)}`))
  }
  const interrupt = () => void close().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  try {
    return await work((step) => void closing.push(step))
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, interrupt)
    await close()
  }
}

/** Runs work in its own laboratory, and removes it with everything in it, whatever happens. */
export function withLaboratory<Result>(work: (lab: Laboratory) => Promise<Result>): Promise<Result> {
  return closingAfter(async (onClose) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'leadyard-lab-'))
    onClose(() => rm(dataDir, { recursive: true, force: true }))
    const postgres = await startEmbeddedPostgres({ dataDir, log: say })
    // As the owner, because experiments create databases and bare tables.
    const { ownerUrl } = postgres
    const pool = openPool(ownerUrl)
    const pools = [pool]
    const generator = startGenerator()
    const nodes = new Set<StoreNode>()
    onClose(async () => {
      await generator.close()
      await Promise.all([...nodes].map((node) => node.stop()))
      await Promise.all(pools.splice(0).map((each) => each.end()))
      await postgres.stop()
    })
    return work({
      dataDir,
      databaseUrl: ownerUrl,
      pool,
      generator,
      async startNode(env = {}, options) {
        const node = await startStoreNode({ DATABASE_URL: ownerUrl, ...env }, options)
        nodes.add(node)
        return node
      },
      async newStore(name, states) {
        await pool.query(`create database ${name} template template1`)
        const url = new URL(ownerUrl)
        url.pathname = `/${name}`
        await fillDatabase(url.href, states)
        const own = openPool(url.href)
        pools.push(own)
        return { url: url.href, pool: own }
      },
    })
  })
}
