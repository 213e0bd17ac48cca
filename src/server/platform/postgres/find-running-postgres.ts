import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterPassword, postgresUrl, STORE_DATABASE, STORE_ROLE, storePassword } from './cluster.ts'
import { isPostmaster, readPostmasterFile } from './postmaster-file.ts'

/**
 * Finds the URL of a folder's embedded PostgreSQL while a store runs on it, for a command that works beside the store;
 * null if none is running. Such a command neither owns the folder nor stops anything.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const clusterPath = join(dataDir, 'postgres')
  const clusterDir = await realpath(clusterPath).catch(() => null)
  if (clusterDir === null) return null
  const file = await readPostmasterFile(clusterDir)
  if (file?.status !== 'ready' || !(await isPostmaster(file.pid, clusterDir))) return null
  const password = storePassword(await clusterPassword(dataDir, clusterPath))
  return postgresUrl(file, { role: STORE_ROLE, password, database: STORE_DATABASE })
}
