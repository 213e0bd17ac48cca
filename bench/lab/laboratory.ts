/** What the benches share: one PostgreSQL, made and run exactly as the product's, one load generator, one node. */
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
  /** Ends that node; the next call of `node` starts another. */
  stopNode(): Promise<void>
  /** Another node, on this database unless `env` names another. */
  startNode(env?: Readonly<Record<string, string>>, options?: StoreNodeOptions): Promise<StoreNode>
  /** A new database beside the store's, with a pool that ends with the laboratory; a copy of another, to which nobody is connected. */
  createDatabase(name: string, copyOf?: string): Promise<{ url: string; pool: pg.Pool }>
  /**
   * Starts to count what PostgreSQL, the generator, these nodes (all that run, when absent) and other processes spend. The
   * helper of a node is the process that it started for its sandbox and jobs.
   */
  meter(options?: { nodes?: readonly StoreNode[]; others?: Parts }): Promise<() => Promise<Work>>
  /** Stops nodes and PostgreSQL in order, leaving the folder as a stopped store leaves it. */
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

/** Runs work in a laboratory of its own, and removes it with everything in it whatever happens. */
export async function withLaboratory<Result>(work: (lab: Laboratory) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadyard-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: say })
  // As the owner: benches make databases and bare tables of their own.
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
