import { constants } from 'node:fs'
import { access, mkdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#server/platform/database/migrate.ts'
import * as cluster from './cluster.ts'
import { chooseInstallation } from './installation.ts'
import { ensurePostmaster, stopPostmaster } from './postmaster.ts'
import { isPostmaster } from './postmaster-file.ts'
import { EmbeddedPostgresError, findPostgresProgram } from './program.ts'
import { openServerLog } from './server-log.ts'

/** Two numbers that no other advisory lock of the store uses: "lead", "yard". */
const LOCK = [0x6c656164, 0x79617264] as const
/** A killed app's session ends within milliseconds; waiting this long tells it from a living one. */
const TAKE_WITHIN_MS = 2_000
const TRY_EVERY_MS = 50
const RETAKE_EVERY_MS = 1_000
/** If PostgreSQL cannot start (a full disk), retries slow down to this, so that its log stays readable. */
const REVIVE_EVERY_MAX_MS = 15_000

/**
 * Makes this process the one app on the folder, by a lock of a session: unlike a file, it cannot outlive a killed
 * process.
 * @param options.revive starts PostgreSQL again if it is gone; absent: it may stay gone
 * @throws EmbeddedPostgresError naming the other process if the folder is taken
 */
export async function takeOwnership(
  url: string,
  { folder, log, revive }: { folder: string; log: (line: string) => void; revive?: () => Promise<void> },
): Promise<{ release(): Promise<void> }> {
  const released = new AbortController()
  const isReleased = () => released.signal.aborted
  let retaking: Promise<void> | undefined
  let session = await connect(url)
  const deadline = performance.now() + TAKE_WITHIN_MS
  while (!(await tryLock(session))) {
    const holder = await holderOf(session)
    if (performance.now() > deadline) {
      await session.end()
      throw new EmbeddedPostgresError(
        `Another app${holder ? ` (process ${holder})` : ''} already runs on ${folder}. ` +
          `Stop it${holder ? ` (kill ${holder})` : ''}, or give this one a folder of its own (DATA_DIR=… PORT=…), ` +
          'or let both share a PostgreSQL (DATABASE_URL=…).',
      )
    }
    await pause(TRY_EVERY_MS)
  }

  // If one process of PostgreSQL crashes, it cuts all sessions and recovers. If its main process is killed, all end.
  const retake = async () => {
    let pauseMs = RETAKE_EVERY_MS
    while (!isReleased()) {
      await pause(pauseMs, undefined, { ref: false, signal: released.signal }).catch(() => {})
      if (isReleased()) return
      try {
        await revive?.()
        const next = await connect(url)
        if (isReleased() || !(await tryLock(next))) {
          await next.end()
          continue
        }
        session = next
        watch(next)
        return log('PostgreSQL had cut all connections; it is back')
      } catch (error) {
        // Still recovering, or gone: its log says why, and every query of the app reports it.
        if (!(error instanceof EmbeddedPostgresError)) continue
        pauseMs = Math.min(REVIVE_EVERY_MAX_MS, pauseMs * 2)
        log(`${error.message}\nThe store waits for it, and tries again in ${pauseMs / 1_000} s.`)
      }
    }
  }
  const watch = (watched: pg.Client) =>
    watched.once('end', () => {
      retaking = retake()
    })
  watch(session)
  return {
    async release() {
      released.abort()
      await session.end().catch(() => {})
      await retaking
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: `leadyard app ${process.pid}` })
  // Without a listener, a cut connection would end the whole process; 'end' follows and is handled.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const result = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [...LOCK])
  return result.rows[0]?.taken === true
}

/** Returns the process id of the app that holds the lock, from its session's name; null if it just released it. */
async function holderOf(client: pg.Client): Promise<string | null> {
  const result = await client.query<{ name: string }>(
    `select activity.application_name as name
       from pg_locks lock join pg_stat_activity activity using (pid)
      where lock.locktype = 'advisory' and lock.classid = $1 and lock.objid = $2 and lock.objsubid = 2 and lock.granted`,
    [...LOCK],
  )
  return result.rows[0]?.name.split(' ').at(-1) ?? null
}

/** Two starts at once must not both create the role. Locks of the database `postgres`, which nothing else takes. */
const ROLE_LOCK = 1

/** A port from an old file may belong to anything by now, and older folders have no role for the store. */
const verifyServer = (ownerUrl: string, clusterDir: string, storePassword: string): Promise<void> =>
  cluster.withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ folder: string; hasStore: boolean }>(
      `select current_setting('data_directory') as folder,
              exists (select from pg_database where datname = $1) as "hasStore"`,
      [cluster.STORE_DATABASE],
    )
    if (rows[0]?.folder !== clusterDir)
      throw new EmbeddedPostgresError(`Another PostgreSQL (${rows[0]?.folder}) answers on the port of ${clusterDir}.`)
    await ensureStoreRole(client, storePassword)
    if (rows[0].hasStore) return
    await client.query(`create database ${cluster.STORE_DATABASE}`).catch((error: unknown) => {
      // Two first starts at once: the other one created it.
      if (!(error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error
    })
  })

/** Set at each start, so that nothing granted by hand remains. */
async function ensureStoreRole(client: pg.Client, password: string): Promise<void> {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [ROLE_LOCK])
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [cluster.STORE_ROLE])
  await client.query(
    `${rowCount === 0 ? 'create' : 'alter'} role ${cluster.STORE_ROLE} login nosuperuser nocreatedb nocreaterole noreplication
     nobypassrls password ${client.escapeLiteral(password)}`,
  )
  await client.query('commit')
}

/**
 * Starts the embedded PostgreSQL of `dataDir`, or attaches to the one that a killed app left running. It works as root,
 * wherever the clone is; it listens on a socket in its folder and on a free port of loopback only, with a password kept
 * in `dataDir`; one app at a time owns the folder. It outlives us if we are killed; only `stop` and a failed start end
 * it.
 * @param options.isKeptAlive starts it again at the same address if it is killed or gives up, until `stop`
 * @param options.settings override the usual ones (tests turn `fsync` off)
 * @returns `url` for the store (it has the password, so keep it out of logs) and `ownerUrl` for migrations only. Close
 * every pool before `stop`
 * @throws EmbeddedPostgresError with a reason and a remedy, complete as text for the terminal
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
  isKeptAlive?: boolean
  settings?: Readonly<Record<string, string>>
}) {
  const { log, settings = {}, isKeptAlive = false } = options
  const dataDir = await openDataDir(options.dataDir)
  const installation = await chooseInstallation(dataDir, await findPostgresProgram(), log)
  const password = await cluster.clusterPassword(dataDir, installation.clusterPath)
  await cluster.ensureCluster(installation, password, { durable: settings.fsync !== 'off', log })

  const serverLog = await openServerLog(join(dataDir, 'postgres.log'))
  const { clusterDir } = installation
  const explain = async (error: Error) =>
    new EmbeddedPostgresError(`The database in ${clusterDir} failed (${error.message}). ${await serverLog.ending()}`, {
      cause: error,
    })
  const owner = { role: cluster.OWNER_ROLE, password }
  const store = { role: cluster.STORE_ROLE, password: cluster.storePassword(password) }
  const start = async (port?: number) => {
    const started = await ensurePostmaster(installation, { settings, serverLog, log, ...(port && { port }) })
    try {
      await verifyServer(cluster.postgresUrl(started, { ...owner, database: 'postgres' }), clusterDir, store.password)
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
    const { attached, port } = postmaster
    const ownerUrl = cluster.postgresUrl(postmaster, { ...owner, database: cluster.STORE_DATABASE })
    const url = cluster.postgresUrl(postmaster, { ...store, database: cluster.STORE_DATABASE })
    const revive = async () => {
      if (await isPostmaster(postmaster.pid, clusterDir)) return
      log(`PostgreSQL (process ${postmaster.pid}) ended or was killed: starting it again. Its log is ${serverLog.path}`)
      const revived = await start(port)
      if (revived.port !== port)
        throw new EmbeddedPostgresError(`Another program runs the PostgreSQL of ${dataDir} (process ${revived.pid}).`)
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
    return { url, ownerUrl, clusterDir, attached, explain, stop: () => (stopped ??= stop()) }
  } catch (error) {
    serverLog.close()
    throw error
  }
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>

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

/** Lets the store's role do what it needs: it cannot truncate, alter, or touch existing rows of the audit log. */
export async function grantStoreRole(ownerUrl: string, role: string): Promise<void> {
  const sql = await readFile(new URL('store-role.sql', import.meta.url), 'utf8')
  const grant = async (client: pg.Client) => {
    await client.query(`select set_config('leadyard.store_role', $1, false)`, [role])
    await client.query(sql)
  }
  await cluster.withClient(ownerUrl, grant, 'leadyard grants')
}

/** Brings the embedded database to the current schema as its owner, then lets the store's role work with it. */
export async function migrateEmbedded({ ownerUrl }: Pick<EmbeddedPostgres, 'ownerUrl'>): Promise<void> {
  await migrate(ownerUrl)
  await grantStoreRole(ownerUrl, cluster.STORE_ROLE)
}
