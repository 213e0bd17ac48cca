import { constants } from 'node:fs'
import { access, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import {
  clusterPassword,
  ensureCluster,
  OWNER_ROLE,
  postgresUrl,
  STORE_DATABASE,
  STORE_ROLE,
  storePassword,
} from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { chooseInstallation } from './installation.ts'
import { takeOwnership, verifyServer } from './ownership.ts'
import { ensurePostmaster, stopPostmaster } from './postmaster.ts'
import { findPostgresProgram } from './program.ts'
import { openServerLog } from './server-log.ts'
import { archiveDirOf, archiveSettings, prepareArchive } from './wal-archive.ts'

/** Our own PostgreSQL in `DATA_DIR`, and the right to it. */
export interface EmbeddedPostgres {
  /** `postgres://…@<socket's folder>:<port>/leadyard` for the store, with the password, so keep it out of logs. */
  url: string
  /** The same for the owner of the tables, a superuser: for migrations only. */
  ownerUrl: string
  clusterDir: string
  /** Where its log waits for backups, if it is archived. */
  archiveDir: string
  /** It was already running: it survived a killed app. */
  attached: boolean
  /** Closes PostgreSQL in order and waits for it. Close every pool first. Calling it twice is harmless. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of `dataDir`, or attaches to the one that a killed app left running. It guarantees:
 * the cluster is `dataDir/postgres`, created once and never half; it works as root, wherever the clone is; it listens
 * on a socket in its folder and on a free port of loopback only, with a password kept in `dataDir`; one app at a time
 * owns the folder. It outlives us if we are killed; only `stop` ends it.
 *
 * @param options.log gets progress lines for people, mostly at the first start
 * @param options.isArchived whether PostgreSQL keeps its log for backups; absent: a running one may do either
 * @param options.settings PostgreSQL settings that override the usual ones (tests turn `fsync` off)
 * @throws EmbeddedPostgresError with a reason and a remedy, complete as text for the terminal
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
  isArchived?: boolean
  settings?: Readonly<Record<string, string>>
}): Promise<EmbeddedPostgres> {
  const { log, isArchived } = options
  const dataDir = await openDataDir(options.dataDir)
  const installation = await chooseInstallation(dataDir, await findPostgresProgram(), log)
  const password = await clusterPassword(dataDir, installation.clusterPath)
  await ensureCluster(installation, password, { durable: options.settings?.fsync !== 'off', log })
  const archive = isArchived ? archiveSettings(await prepareArchive(installation)) : {}
  const settings = { ...archive, ...options.settings }

  const serverLog = await openServerLog(join(dataDir, 'postgres.log'))
  try {
    const start = () => ensurePostmaster(installation, { settings, serverLog, log })
    const owner = { role: OWNER_ROLE, password }
    const store = { role: STORE_ROLE, password: storePassword(password) }
    let postmaster = await start()
    const firstUrl = () => postgresUrl(postmaster, { ...owner, database: 'postgres' })
    await verifyServer(firstUrl(), installation.clusterDir, store.password)
    // It survived an app that had backups off, or on, and only a start changes that.
    if (postmaster.attached && isArchived !== undefined && (await refusesArchive(firstUrl(), isArchived))) {
      const ownership = await takeOwnership(
        postgresUrl(postmaster, { ...store, database: STORE_DATABASE }),
        dataDir,
        log,
      )
      await ownership.release()
      await stopPostmaster(postmaster, installation.clusterDir)
      postmaster = await start()
      await verifyServer(firstUrl(), installation.clusterDir, store.password)
    }
    const ownerUrl = postgresUrl(postmaster, { ...owner, database: STORE_DATABASE })
    const url = postgresUrl(postmaster, { ...store, database: STORE_DATABASE })
    const ownership = await takeOwnership(url, dataDir, log)
    if (postmaster.attached) log(`Attached to the PostgreSQL that was already running (process ${postmaster.pid})`)

    let stopped: Promise<void> | undefined
    const stop = async () => {
      await ownership.release()
      await stopPostmaster(postmaster, installation.clusterDir)
      serverLog.close()
    }
    const { clusterDir } = installation
    const archiveDir = archiveDirOf(clusterDir)
    return { url, ownerUrl, clusterDir, archiveDir, attached: postmaster.attached, stop: () => (stopped ??= stop()) }
  } catch (error) {
    serverLog.close()
    throw error
  }
}

/** Whether a running PostgreSQL archives its log although it should not, or the other way round. */
async function refusesArchive(ownerUrl: string, isArchived: boolean): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ is: boolean }>(`select current_setting('archive_mode') = 'on' as is`)
    return rows[0]?.is !== isArchived
  } finally {
    await client.end()
  }
}

async function openDataDir(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(path)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EmbeddedPostgresError(
      `The folder for the data, ${path}, cannot be used (${reason}). ` +
        'Start as the user who owns it, or set DATA_DIR to a folder of your own.',
      { cause },
    )
  }
}
