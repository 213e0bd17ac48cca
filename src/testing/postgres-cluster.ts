import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { stopPostmaster } from '#server/platform/postgres/postmaster.ts'
import { isAlive, readPostmasterFile } from '#server/platform/postgres/postmaster-file.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'

/** The name of the temporary folders; the process id of the run follows. */
const PREFIX = 'leadyard-test-'

/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm'

/** The most that a run's databases need, with room to spare; containers often have much less. */
const MEMORY_BYTES_MIN = 2_000_000_000

/** A PostgreSQL for creating and dropping databases freely. */
export type PostgresCluster = Awaited<ReturnType<typeof startPostgresCluster>>

/** A database to copy, and how to reach its PostgreSQL as the owner and as the store. */
export interface TestTemplate {
  clusterUrl: string
  storeUrl: string
  template: string
}

/**
 * A temporary embedded PostgreSQL, in memory if there is room, started by the product's own code. It does not fsync:
 * after a crash of the machine no one needs its data. `TEST_DATABASE_URL` names another server instead (its role must
 * be allowed to create databases); that one is left running.
 */
export async function startPostgresCluster() {
  const outside = process.env.TEST_DATABASE_URL
  if (outside) return { url: outside, storeUrl: outside, stop: async () => {} }
  await removeAbandoned()
  const dataDir = await mkdtemp(join(await chooseFolder(), `${PREFIX}${process.pid}-`))
  const lines: string[] = []
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log: (line) => lines.push(line),
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        shared_buffers: '128MB',
        max_wal_size: '256MB',
        // Five files at a time, some with two nodes and the pools of both.
        max_connections: '300',
      },
    })
    return {
      /** Of a database that always exists, as the owner; `databaseUrl` leads from here to any other. */
      url: postgres.ownerUrl,
      /** The same as the store's role. An outside PostgreSQL has one role for both. */
      storeUrl: postgres.url,
      async stop() {
        await postgres.stop()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    throw new Error(`The PostgreSQL of the tests did not start.\n${lines.join('\n')}`, { cause: error })
  }
}

/** Each test file copies about 800 small files of its template database; on a disk that costs ten times as much. */
async function chooseFolder(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free >= MEMORY_BYTES_MIN ? MEMORY : tmpdir()
}

/** Ends and removes what a killed run left behind: PostgreSQL outlives its starter, as it should for the store. */
async function removeAbandoned(): Promise<void> {
  for (const folder of [tmpdir(), MEMORY]) await removeAbandonedIn(folder)
}

async function removeAbandonedIn(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const runner = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length).split('-')[0] : Number.NaN)
    if (!runner || (await isAlive(runner))) continue
    const dataDir = join(folder, name)
    // Another user must remove their own leftovers.
    if ((await stat(dataDir)).uid !== process.getuid?.()) continue
    const clusterDir = join(dataDir, 'postgres')
    const file = await readPostmasterFile(clusterDir)
    if (file) await stopPostmaster(file, clusterDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The URL of another database of the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Runs a statement over a connection of its own. */
export async function execute(url: string, statement: string): Promise<Array<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url })
  // A killed server cuts it.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
