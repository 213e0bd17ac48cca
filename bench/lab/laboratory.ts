/** What the benches share: one PostgreSQL, created and run exactly as the product's, one load generator, one node. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'
import { type Generator, startGenerator } from './generator.ts'
import { type StoreNode, type StoreNodeOptions, startStoreNode } from './store-node.ts'
import { childrenOf, meterParts, type Parts, type Work } from './work-meter.ts'

export interface Laboratory {
  dataDir: string
  databaseUrl: string
  /** Of the store's database. */
  pool: pg.Pool
  generator: Generator
  /** The node that most benches share, started at the first call: full catalogue, no demo data. */
  node(): Promise<StoreNode>
  /** Stops that node; the next call of `node` starts another. */
  stopNode(): Promise<void>
  /** Starts another node, on this database unless `env` names another. */
  startNode(env?: Readonly<Record<string, string>>, options?: StoreNodeOptions): Promise<StoreNode>
  /**
   * Creates a new database next to the store's, with a pool that ends with the laboratory. It may be a copy of another
   * database that no one is connected to.
   */
  createDatabase(name: string, copyOf?: string): Promise<{ url: string; pool: pg.Pool }>
  /**
   * Starts counting what PostgreSQL, the generator, these nodes (all that run, if absent) and other processes spend. A
   * node's helper is the process that it started for its sandbox and jobs.
   */
  meter(options?: { nodes?: readonly StoreNode[]; others?: Parts }): Promise<() => Promise<Work>>
  /** Stops nodes and PostgreSQL in order, leaving the folder like that of a stopped store. */
  stop(): Promise<void>
}

/** Progress for people, on standard error. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

const openPool = (url: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  return pool
}

/** Runs work in its own laboratory, and removes it with everything in it, whatever happens. */
export async function withLaboratory<Result>(work: (lab: Laboratory) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadyard-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: say })
  // As the owner, because benches create databases and bare tables.
  const { ownerUrl } = postgres
  const pools = [openPool(ownerUrl)]
  const [pool] = pools
  if (!pool) throw new Error('the pool was just made')
  const generator = startGenerator()
  const nodes = new Set<StoreNode>()
  let shared: Promise<StoreNode> | undefined

  const startNode: Laboratory['startNode'] = async (env = {}, options) => {
    const node = await startStoreNode({ DATABASE_URL: ownerUrl, ...env }, options)
    const known = {
      ...node,
      async stop() {
        nodes.delete(known)
        await node.stop()
      },
    }
    nodes.add(known)
    return known
  }

  const meter: Laboratory['meter'] = async ({ nodes: measured = [...nodes], others = {} } = {}) => {
    const store = measured.map(({ child }) => child.pid)
    const helper = (await Promise.all(store.map(childrenOf))).flat()
    return meterParts(pool, { store, ...(helper.length > 0 && { helper }), generator: [generator.pid], ...others })
  }

  const stop = async () => {
    await generator.close()
    await Promise.all([...nodes].map((node) => node.stop()))
    await Promise.all(pools.splice(0).map((each) => each.end()))
    await postgres.stop()
  }

  const interrupt = () => {
    say('Stopping: ending the nodes, then PostgreSQL.')
    stop()
      .then(() => rm(dataDir, { recursive: true, force: true }))
      .finally(() => process.exit(130))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)

  try {
    return await work({
      dataDir,
      databaseUrl: ownerUrl,
      pool,
      generator,
      node: () => (shared ??= startNode()),
      async stopNode() {
        const node = await shared
        shared = undefined
        await node?.stop()
      },
      startNode,
      meter,
      async createDatabase(name, copyOf = 'template1') {
        await pool.query(`create database ${name} template ${copyOf}`)
        const url = new URL(ownerUrl)
        url.pathname = `/${name}`
        const own = openPool(url.href)
        pools.push(own)
        return { url: url.href, pool: own }
      },
      stop,
    })
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, interrupt)
    await stop().catch((error) => say(`While closing the laboratory: ${String(error)}`))
    await rm(dataDir, { recursive: true, force: true })
  }
}
