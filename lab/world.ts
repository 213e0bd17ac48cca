/** Where faults are caused: a store's PostgreSQL, a proxy on the way to it, card provider and mail server outside. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { isAlive, readPostmasterFile } from '#server/platform/postgres/postmaster-file.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'
import { DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { startPostgresCluster } from '#testing/postgres-cluster.ts'
import { type MailServer, startMailServer } from '../e2e/support/mail-server.ts'
import { type CardServer, startCardServer } from './card-server.ts'
import { closingAfter } from './laboratory.ts'
import { type StoreNode, type StoreNodeOptions, startStoreNode } from './processes.ts'
import { fillDatabase, openPool, setStock } from './store-data.ts'

export const LAB_ADMIN = { email: 'admin@example.com', password: 'parcel-oak-71' }
export const PACKAGES = ['vip', 'premier', 'premium', 'standard'].map((tier) => `48453-vacant-${tier}-20`)
const STOCK = 999

export interface World {
  folder: string
  postgres: Awaited<ReturnType<typeof startPostgres>>
  proxy: DatabaseProxy
  cards: CardServer
  mails: MailServer
  pool(): pg.Pool
  /** Called when the world ends, latest first. */
  onClose(step: () => Promise<unknown>): void
  /** Starts a node behind the proxy and waits until it is ready. The provider's events go to the newest. */
  startNode(env?: Readonly<Record<string, string>>, options?: StoreNodeOptions): Promise<StoreNode>
  /** The environment for a node that is not expected to become ready. */
  nodeEnv(): Record<string, string>
}

/** Ends PostgreSQL's main process in one way or another, and waits until it is gone. */
export async function endPostgres(dataDir: string, how: StopWord): Promise<void> {
  const file = await readPostmasterFile(await realpath(join(dataDir, 'postgres')))
  if (!file) throw new Error('PostgreSQL is not running')
  process.kill(file.pid, SIGNALS[how])
  while (await isAlive(file.pid)) await wait(20)
}

export type StopWord = 'fast' | 'immediate' | 'kill'
const SIGNALS: Readonly<Record<StopWord, NodeJS.Signals>> = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' }

/** The store's PostgreSQL: the product's own, with fsync. */
async function startPostgres(dataDir: string) {
  const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined })
  let server = await start()
  return {
    /** As the owner, who may migrate, as a node with DATABASE_URL does. */
    get url() {
      return server.ownerUrl
    },
    halt: (how: StopWord) => endPostgres(dataDir, how),
    /** Starts it again on the same folder, at another port. */
    async startAgain() {
      // Releases what the previous run held in this process.
      await server.stop()
      server = await start()
    },
    /** Ends it and removes its folder: as root, it is elsewhere than the world's own. */
    async stop() {
      await server.stop()
      await endPostgres(dataDir, 'immediate').catch(() => undefined)
      await rm(await realpath(join(dataDir, 'postgres')), { recursive: true, force: true })
    },
  }
}

/** Runs an experiment in its own world, filled with the packages of Texas unless told otherwise, and removes it. */
export function withWorld<Result>(
  work: (world: World) => Promise<Result>,
  options: { isFilled?: boolean } = {},
): Promise<Result> {
  return closingAfter(async (onClose) => {
    const folder = await mkdtemp(join(tmpdir(), 'leadyard-lab-'))
    onClose(() => rm(folder, { recursive: true, force: true }))
    const postgres = await startPostgres(join(folder, 'store'))
    onClose(() => postgres.stop())
    let [pool, poolUrl] = [openPool(postgres.url), postgres.url]
    onClose(() => pool.end())
    if (options.isFilled !== false) {
      await fillDatabase(postgres.url, ['Texas'])
      await restock(pool)
    }
    const proxy = await DatabaseProxy.open(postgres.url)
    onClose(() => proxy.close())
    const cluster = await startPostgresCluster()
    onClose(() => cluster.stop())
    let webhookUrl: string | null = null
    let nodes = 0
    const cards = await startCardServer(cluster, { webhookUrl: () => webhookUrl })
    onClose(() => cards.close())
    const mails = await startMailServer()
    onClose(() => mails.stop())
    const nodeEnv = () => ({
      DATABASE_URL: proxy.url,
      SMTP_URL: mails.url,
      ADMIN_EMAIL: LAB_ADMIN.email,
      ADMIN_PASSWORD: LAB_ADMIN.password,
      ...cards.env,
    })
    return work({
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
      onClose,
      async startNode(env = {}, nodeOptions) {
        nodes += 1
        const logFile = join(folder, `node-${nodes}.log`)
        const node = await startStoreNode({ ...nodeEnv(), ...env }, { logFile, ...nodeOptions })
        onClose(() => node.kill())
        webhookUrl = `${node.url}/api/webhooks/stripe`
        return node
      },
    })
  })
}

/** On a fast machine buyers sell out within a few steps. */
export const restock = (pool: pg.Pool) => setStock(pool, PACKAGES, STOCK)
