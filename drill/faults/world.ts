/** Shared by the fault drills: a store's database that can be stopped, a proxy to it, a card provider and a mail server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/migrate.ts'
import { DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { startPostgresCluster } from '#testing/postgres-cluster.ts'
import { setStock } from '../../bench/lab/stock.ts'
import { type StoreNode, startStoreNode } from '../../bench/lab/store-node.ts'
import { type CardServer, startCardServer } from './card-server.ts'
import { DrillPostgres } from './drill-postgres.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

export const DRILL_ADMIN = { email: 'admin@example.com', password: 'parcel-oak-71' }
export const PACKAGES = ['vip', 'premier', 'premium', 'standard'].map((tier) => `48453-vacant-${tier}-20`)
const STOCK = 999

/** What holds the store's data. */
export interface StoreDatabase {
  /** As the owner, who may migrate, as a node with DATABASE_URL does. */
  readonly url: string
  stop(): Promise<void>
}

export interface World<Postgres extends StoreDatabase = DrillPostgres> {
  folder: string
  postgres: Postgres
  proxy: DatabaseProxy
  cards: CardServer
  mails: MailServer
  /** Straight to the store's database, around the proxy. */
  pool(): pg.Pool
  /** Called when the world ends, latest first. */
  onClose(step: () => Promise<unknown>): void
  /** Starts a node behind the proxy and waits until it is ready. The provider's events go to the newest. */
  startNode(
    env?: Readonly<Record<string, string>>,
    options?: { nodeArguments?: readonly string[]; cwd?: string; readyWithinMs?: number },
  ): Promise<StoreNode>
  /** The environment for a node that is not expected to become ready. */
  nodeEnv(): Record<string, string>
}

/** Runs a drill in its own world with the product's own PostgreSQL, and removes it whatever happens. */
export function withWorld<Result>(
  work: (world: World) => Promise<Result>,
  options: { settings?: Readonly<Record<string, string>>; isFilled?: boolean } = {},
): Promise<Result> {
  return withWorldOn((folder) => DrillPostgres.start(join(folder, 'store'), options.settings), work, options)
}

/**
 * Runs a drill in its own world with another PostgreSQL, and removes it whatever happens.
 *
 * @param open starts it, with its files in the world's folder; what it registers first is done even if it fails
 */
export async function withWorldOn<Postgres extends StoreDatabase, Result>(
  open: (folder: string, onClose: World['onClose']) => Promise<Postgres>,
  work: (world: World<Postgres>) => Promise<Result>,
  options: { isFilled?: boolean } = {},
): Promise<Result> {
  const closing: (() => Promise<unknown>)[] = []
  const folder = await mkdtemp(join(tmpdir(), 'leadyard-drill-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step().catch(() => undefined)
  }
  const interrupt = () => void close().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  try {
    const postgres = await open(folder, (step) => void closing.push(step))
    closing.push(() => postgres.stop())
    if (options.isFilled !== false) await fill(postgres.url)
    const proxy = await DatabaseProxy.open(postgres.url)
    closing.push(() => proxy.close())
    const cluster = await startPostgresCluster()
    closing.push(() => cluster.stop())
    let webhookUrl: string | null = null
    let nodes = 0
    const cards = await startCardServer(cluster, { webhookUrl: () => webhookUrl })
    closing.push(() => cards.close())
    const mails = await startMailServer()
    closing.push(() => mails.close())
    let pool = openPool(postgres.url)
    closing.push(() => pool.end())
    let poolUrl = postgres.url

    const nodeEnv = () => ({
      DATABASE_URL: proxy.url,
      SMTP_URL: mails.url,
      ADMIN_EMAIL: DRILL_ADMIN.email,
      ADMIN_PASSWORD: DRILL_ADMIN.password,
      ...cards.env,
    })
    return await work({
      folder,
      postgres,
      proxy,
      cards,
      mails,
      pool() {
        if (poolUrl === postgres.url) return pool
        pool.end().catch(() => undefined)
        poolUrl = postgres.url
        pool = openPool(poolUrl)
        return pool
      },
      nodeEnv,
      onClose: (step) => void closing.push(step),
      async startNode(env = {}, nodeOptions) {
        nodes += 1
        const logFile = join(folder, `node-${nodes}.log`)
        const node = await startStoreNode({ ...nodeEnv(), ...env }, { logFile, ...nodeOptions })
        closing.push(() => node.child.stop('SIGKILL'))
        webhookUrl = `${node.url}/api/webhooks/stripe`
        return node
      },
    })
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, interrupt)
    await close()
  }
}

/** A few connections around the proxy; they may break. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 5_000 })
  pool.on('error', () => undefined)
  return pool
}

/** Restocks: on a fast machine buyers sell out within a few steps. */
export const restock = (pool: pg.Pool) => setStock(pool, PACKAGES, STOCK)

async function fill(url: string): Promise<void> {
  await migrate(url)
  const database = openDatabase({ url, poolSize: 2, log: createLog('silent') })
  await loadCatalogue({ database, clock: systemClock }, { states: ['Texas'] })
  await restock(database.pool)
  await database.close()
}
