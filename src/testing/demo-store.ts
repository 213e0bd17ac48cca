/** A store for the demo to fill, without a server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importDemoLeads, loadDemoData } from '#demo/load-demo-data.ts'
import { readConfig } from '#server/config/config.ts'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { createAuth } from '#server/features/members/create-auth.ts'
import { makeNodeState } from '#server/node-state.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { FIXED_SECRETS } from './fixed-secrets.ts'
import { createTestDatabase } from './test-database.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
export const DEMO_NOW = new Date('2026-11-21T18:00:00.000Z')

export type DemoStore = Awaited<ReturnType<typeof openDemoStore>>

/** The template holds three states; the whole catalogue is loaded where a test is about all of it. */
export async function openDemoStore({ isWhole = false } = {}) {
  const testDatabase = await createTestDatabase(isWhole ? 'empty' : 'migrated')
  if (isWhole) await migrate(testDatabase.url)
  const database = openDatabase({ url: testDatabase.url, poolSize: 5, log: silent })
  const dataDir = await mkdtemp(join(tmpdir(), 'leadyard-demo-'))
  const shared = { clock: { now: () => DEMO_NOW }, config: readConfig({ DATA_DIR: dataDir }), secrets: FIXED_SECRETS }
  if (isWhole) await loadCatalogue({ database, clock: shared.clock })
  const auth = createAuth({ database, ...shared })
  const actor = { kind: 'system' } as const
  const ctx: PlatformContext = { ...shared, log: silent, database, node: makeNodeState(), requestId: 'start', actor }
  return {
    testDatabase,
    auth,
    dataDir,
    load: (progress: (line: string) => void = () => {}) => loadDemoData(ctx, auth, { progress }),
    importLeads: () => importDemoLeads(ctx),
    ask: async <Row extends object>(sql: string) => (await testDatabase.pool.query<Row>(sql)).rows,
    async close() {
      await database.close()
      await testDatabase.drop()
      await rm(dataDir, { recursive: true })
    },
  }
}
