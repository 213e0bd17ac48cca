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
import { isPostmaster } from './postmaster-file.ts'
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
  /** Returns an error of a statement with the end of PostgreSQL's log, as text for the terminal. */
  explain(error: Error): Promise<EmbeddedPostgresError>
  /** Closes PostgreSQL in order and waits for it. Close every pool first. Calling it twice is harmless. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of `dataDir`, or attaches to the one that a killed app left running. It guarantees:
 * the cluster is `dataDir/postgres`, created once and never half; it works as root, wherever the clone is; it listens
 * on a socket in its folder and on a free port of loopback only, with a password kept in `dataDir`; one app at a time
 * owns the folder. It outlives us if we are killed; only `stop` ends it, and a start that fails.
 *
 * @param options.log gets progress lines for people, mostly at the first start
 * @param options.isKeptAlive starts it again at the same address if it is killed or gives up, until `stop`
 * @param options.isArchived whether PostgreSQL keeps its log for backups; absent: a running one may do either
 * @param options.settings PostgreSQL settings that override the usual ones (tests turn `fsync` off)
 * @throws EmbeddedPostgresError with a reason and a remedy, complete as text for the terminal
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
  isKeptAlive?: boolean
  isArchived?: boolean
  settings?: Readonly<Record<string, string>>
}): Promise<EmbeddedPostgres> {
  const { log, isArchived, isKeptAlive = false } = options
  const dataDir = await openDataDir(options.dataDir)
  const installation = await chooseInstallation(dataDir, await findPostgresProgram(), log)
  const password = await clusterPassword(dataDir, installation.clusterPath)
  await ensureCluster(installation, password, { durable: options.settings?.fsync !== 'off', log })
  const archive = isArchived ? archiveSettings(await prepareArchive(installation)) : {}
  const settings = { ...archive, ...options.settings }

  const serverLog = await openServerLog(join(dataDir, 'postgres.log'))
  const { clusterDir } = installation
  const explain = async (error: Error) =>
    new EmbeddedPostgresError(`The database in ${clusterDir} failed (${error.message}). ${await serverLog.ending()}`, {
      cause: error,
    })
  const owner = { role: OWNER_ROLE, password }
  const store = { role: STORE_ROLE, password: storePassword(password) }
  const start = async (port?: number) => {
    const started = await ensurePostmaster(installation, { settings, serverLog, log, ...(port && { port }) })
    try {
      await verifyServer(postgresUrl(started, { ...owner, database: 'postgres' }), clusterDir, store.password)
      return started
    } catch (error) {
      if (!(error instanceof Error) || error instanceof EmbeddedPostgresError) throw error
      // No one else has it yet, and a full disk can keep it from closing in order.
      if (!started.attached) await stopPostmaster(started, clusterDir, 'immediate')
      throw await explain(error)
    }
  }
  try {
    let postmaster = await start()
    // It survived an app that had backups off, or on, and only a start changes that.
    if (postmaster.attached && isArchived !== undefined) {
      const isRefused = await refusesArchive(postgresUrl(postmaster, { ...owner, database: 'postgres' }), isArchived)
      if (isRefused) {
        const storeUrl = postgresUrl(postmaster, { ...store, database: STORE_DATABASE })
        await (await takeOwnership(storeUrl, { folder: dataDir, log })).release()
        await stopPostmaster(postmaster, clusterDir)
        postmaster = await start()
      }
    }
    const { attached, port } = postmaster
    const ownerUrl = postgresUrl(postmaster, { ...owner, database: STORE_DATABASE })
    const url = postgresUrl(postmaster, { ...store, database: STORE_DATABASE })
    const revive = async () => {
      if (await isPostmaster(postmaster.pid, clusterDir)) return
      log(`PostgreSQL (process ${postmaster.pid}) ended or was killed: starting it again. Its log is ${serverLog.path}`)
      const revived = await start(port)
      if (revived.port !== port) {
        throw new EmbeddedPostgresError(`Another program runs the PostgreSQL of ${dataDir} (process ${revived.pid}).`)
      }
      postmaster = revived
    }
    const ownership = await takeOwnership(url, { folder: dataDir, log, ...(isKeptAlive && { revive }) })
    if (attached) log(`Attached to the PostgreSQL that was already running (process ${postmaster.pid})`)

    let stopped: Promise<void> | undefined
    const stop = async () => {
      await ownership.release()
      await stopPostmaster(postmaster, clusterDir)
      serverLog.close()
    }
    const archiveDir = archiveDirOf(clusterDir)
    return { url, ownerUrl, clusterDir, archiveDir, attached, explain, stop: () => (stopped ??= stop()) }
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
