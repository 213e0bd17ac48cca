import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterPassword, OWNER_ROLE, postgresUrl, STORE_DATABASE, STORE_ROLE, storePassword } from './cluster.ts'
import { isPostmaster, readPostmasterFile } from './postmaster-file.ts'

/**
 * Finds the URL of a folder's embedded PostgreSQL while a store runs on it, for a command that works beside the store;
 * null if none is running. Such a command neither owns the folder nor stops anything.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const found = await find(dataDir)
  if (!found) return null
  const { server, password } = found
  return postgresUrl(server, { role: STORE_ROLE, password: storePassword(password), database: STORE_DATABASE })
}

/** The same for the owner of the tables, with the folder of the cluster: for backups. */
export async function findRunningCluster(dataDir: string): Promise<{ ownerUrl: string; clusterDir: string } | null> {
  const found = await find(dataDir)
  if (!found) return null
  const { server, password, clusterDir } = found
  return { ownerUrl: postgresUrl(server, { role: OWNER_ROLE, password, database: STORE_DATABASE }), clusterDir }
}

async function find(dataDir: string) {
  const clusterPath = join(dataDir, 'postgres')
  const clusterDir = await realpath(clusterPath).catch(() => null)
  if (clusterDir === null) return null
  const file = await readPostmasterFile(clusterDir)
  if (file?.status !== 'ready' || !(await isPostmaster(file.pid, clusterDir))) return null
  return { server: file, password: await clusterPassword(dataDir, clusterPath), clusterDir }
}
