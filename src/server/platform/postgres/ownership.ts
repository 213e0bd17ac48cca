import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { STORE_DATABASE, STORE_ROLE } from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** Two numbers that no other advisory lock of the store uses: "lead", "yard". */
const LOCK = [0x6c656164, 0x79617264] as const

/** A killed app's session ends within milliseconds; waiting this long tells it from a living one. */
const TAKE_WITHIN_MS = 2_000
const TRY_EVERY_MS = 50
const RETAKE_EVERY_MS = 1_000
/** If PostgreSQL cannot start (a full disk), retries slow down to this, so that its log stays readable. */
const REVIVE_EVERY_MAX_MS = 15_000

export interface Ownership {
  release(): Promise<void>
}

/**
 * Makes this process the one app on the folder, for as long as it lives. The mark is an advisory lock of a session in
 * PostgreSQL itself: unlike a file, it cannot outlive a killed process, and two starts at once cannot both take it.
 *
 * @param url of the store's database, with its password
 * @param options.revive called when PostgreSQL cut the session: starts it again if it is gone; absent: it may stay gone
 * @throws EmbeddedPostgresError naming the other process if the folder is taken
 */
export async function takeOwnership(
  url: string,
  { folder, log, revive }: { folder: string; log: (line: string) => void; revive?: () => Promise<void> },
): Promise<Ownership> {
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

  // If one of its processes crashes, PostgreSQL cuts every session and recovers, and the lock must be taken again. If
  // its main process is killed, all of them end.
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
        log('PostgreSQL had cut all connections; it is back')
        return
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

/** Returns the process id of the app that holds the lock, from the name of its session; null if it has just released it. */
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

/**
 * Connects once as the owner and makes sure that the server is the one of `clusterDir`, and that the store's role and
 * database exist. A port from an old file may belong to anything by now, and older folders have no role for the store.
 */
export async function verifyServer(ownerUrl: string, clusterDir: string, storePassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ folder: string; hasStore: boolean }>(
      `select current_setting('data_directory') as folder,
              exists (select from pg_database where datname = $1) as "hasStore"`,
      [STORE_DATABASE],
    )
    if (rows[0]?.folder !== clusterDir) {
      throw new EmbeddedPostgresError(`Another PostgreSQL (${rows[0]?.folder}) answers on the port of ${clusterDir}.`)
    }
    await ensureStoreRole(client, storePassword)
    if (rows[0].hasStore) return
    await client.query(`create database ${STORE_DATABASE}`).catch((error: unknown) => {
      // Two first starts at once: the other one created it.
      if (!(error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error
    })
  } finally {
    await client.end()
  }
}

/** Set at each start, so that nothing granted by hand remains. */
async function ensureStoreRole(client: pg.Client, password: string): Promise<void> {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [ROLE_LOCK])
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [STORE_ROLE])
  await client.query(
    `${rowCount === 0 ? 'create' : 'alter'} role ${STORE_ROLE} login nosuperuser nocreatedb nocreaterole noreplication
     nobypassrls password ${client.escapeLiteral(password)}`,
  )
  await client.query('commit')
}
