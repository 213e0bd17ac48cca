import type pg from 'pg'
import { loadCatalogue } from '#server/features/catalogue/load-catalogue.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/migrate.ts'
import type { Laboratory } from './laboratory.ts'

/** 22 counties: 1,056 packages. */
export const SMALL_STATES = ['Connecticut', 'Delaware', 'District of Columbia', 'Hawaii', 'Rhode Island']

/**
 * Creates a store's database next to the laboratory's, with the catalogue of these states (all, if absent); no node
 * runs on it yet.
 */
export async function newStore(
  lab: Laboratory,
  name: string,
  states?: readonly string[],
): Promise<{ url: string; pool: pg.Pool }> {
  const store = await lab.createDatabase(name)
  await migrate(store.url)
  const database = openDatabase({ url: store.url, poolSize: 2, log: createLog('silent') })
  await loadCatalogue({ database, clock: systemClock }, states ? { states } : {})
  await database.close()
  return store
}
