/** A real node of the store, which a test kills at a chosen moment. */
import { afterAll, beforeAll } from 'vitest'
import { startStore } from '../store-process.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { holdUp, unanswered, untilNodeWaits } from './hold-up.ts'

export const NODE_ADMIN = { email: 'admin@example.com', password: 'parcel-oak-71' }

/**
 * Starts a node on a database and waits until it is ready. It has the administrator `NODE_ADMIN`, no rate limits and no
 * demo data.
 *
 * @throws Error with what it printed, when it does not become ready
 */
export async function startNode(databaseUrl: string, env: Record<string, string> = {}) {
  const store = await startStore(databaseUrl, {
    DEMO: '0',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: NODE_ADMIN.email,
    ADMIN_PASSWORD: NODE_ADMIN.password,
    ...env,
  })
  return {
    url: store.url.replace('localhost', '127.0.0.1'),
    /** Ends it without a word, as a power cut does; resolves when it is gone. */
    async kill() {
      store.process.kill('SIGKILL')
      await store.ended
    },
  }
}

/** Gives all tests of a file a node on a database of its own, which they kill and start again. */
export function withNode(prepare: (url: string) => Promise<unknown> = async () => undefined) {
  const its = {} as { testDatabase: TestDatabase; node: Awaited<ReturnType<typeof startNode>> }
  const start = async () => {
    its.node = await startNode(its.testDatabase.url)
  }
  beforeAll(async () => {
    its.testDatabase = await createTestDatabase()
    await start()
    await prepare(its.node.url)
  })
  afterAll(async () => {
    await its.node.kill()
    await its.testDatabase.drop()
  })
  return {
    its,
    rows: async (sql: string, values: unknown[] = []) => (await its.testDatabase.pool.query(sql, values)).rows,
    /** Kills the node where it needs what `lock` holds; what it then did for `work` is never answered. */
    async killAt(lock: string, values: unknown[] = [], work?: () => Promise<unknown>): Promise<void> {
      const held = await holdUp(its.testDatabase, lock, values)
      const call = work && unanswered(work())
      await untilNodeWaits(its.testDatabase)
      await its.node.kill()
      await call
      await held.release()
    },
    /** Kills the node if it lives, and starts another, which these call from then on. */
    async restart(...shoppers: { url: string }[]): Promise<void> {
      await its.node.kill()
      await start()
      for (const shopper of shoppers) shopper.url = its.node.url
    },
  }
}
