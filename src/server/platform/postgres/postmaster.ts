import { spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterPassword, OWNER_ROLE, postgresUrl, STORE_DATABASE, STORE_ROLE, storePassword } from './cluster.ts'
import type { Installation } from './installation.ts'
import { endOrphans, isPostmaster, readPostmasterFile, removeMisleadingFile } from './postmaster-file.ts'
import { EmbeddedPostgresError, spawnOptions } from './program.ts'
import type { ServerLog } from './server-log.ts'

/** Finds the URL of a folder's embedded PostgreSQL, for a command beside the store; null if none is running. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const found = await find(dataDir)
  if (!found) return null
  const store = { role: STORE_ROLE, password: storePassword(found.password), database: STORE_DATABASE }
  return postgresUrl(found.server, store)
}

/** The same for the owner of the tables: for backups. */
export async function findRunningOwner(dataDir: string): Promise<string | null> {
  const found = await find(dataDir)
  if (!found) return null
  return postgresUrl(found.server, { role: OWNER_ROLE, password: found.password, database: STORE_DATABASE })
}

async function find(dataDir: string) {
  const clusterPath = join(dataDir, 'postgres')
  const clusterDir = await realpath(clusterPath).catch(() => null)
  if (clusterDir === null) return null
  const file = await readPostmasterFile(clusterDir)
  if (file?.status !== 'ready' || !(await isPostmaster(file.pid, clusterDir))) return null
  return { server: file, password: await clusterPassword(dataDir, clusterPath) }
}

const MB = 1024 ** 2

/** An eighth of the memory, from 64 MB to 1 GB. Unused, it takes nothing. */
function sharedBuffers(): string {
  const limit = process.constrainedMemory()
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return `${Math.floor(Math.min(1024, Math.max(64, memory / MB / 8)))}MB`
}

/** On the command line, so that a newer release can change settings without editing a folder. */
const POSTGRES_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Loopback, a socket in the cluster's own folder (see `socketFolder`), and a password: no other machine gets in.
  listen_addresses: '127.0.0.1',
  password_encryption: 'scram-sha-256',
  max_connections: '100',
  shared_buffers: sharedBuffers(),
  max_wal_size: '1GB',
  wal_compression: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // The log is about the server, not about statements: those name customers, and the app reports its own errors.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
}

/** The system's limit for a socket's path, in bytes; macOS has the lower one. */
const SOCKET_PATH_MAX = 103

/** In the cluster's folder, which its user and root can enter; a fifth less CPU than TCP. Empty: there can be none. */
function socketFolder(clusterDir: string): string {
  const isUsable = process.platform !== 'win32' && /^[\w./-]+$/.test(clusterDir)
  return isUsable && clusterDir.length + '/.s.PGSQL.65535'.length <= SOCKET_PATH_MAX ? clusterDir : ''
}

function settingArguments(clusterDir: string, port: number, extra: Readonly<Record<string, string>>): string[] {
  const unix_socket_directories = socketFolder(clusterDir)
  const settings = { ...POSTGRES_SETTINGS, unix_socket_directories, ...extra, port: String(port) }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

export interface Postmaster {
  pid: number
  port: number
  socketDir: string
  attached: boolean
}

/** A start on an existing folder takes about 40 ms, so check often. */
const LOOK_EVERY_MS = 5
const EXPLAIN_AFTER_MS = 1_500
/** Recovery reads at most a few gigabytes of log (`max_wal_size`); beyond this something is broken. */
const READY_WITHIN_MS = 10 * 60_000
/** How often to restart if PostgreSQL ended for a temporary reason: a port taken, a predecessor still stopping. */
const STARTS_MAX = 20
const PASSING_REASONS =
  /could not bind|could not create any TCP|lock file .* already exists|shared memory block .* still in use/

const FAST_WITHIN_MS = 10_000
const IMMEDIATE_WITHIN_MS = 3_000
/** The store that stops one ends it by force sooner, so no one does that anymore. A full disk can keep it from ending. */
const CLOSED_WITHIN_MS = 20_000

/** Ready, in its own session, so a Ctrl-C reaches only us. @throws EmbeddedPostgresError with the end of its log */
export async function ensurePostmaster(
  installation: Installation,
  options: {
    settings: Readonly<Record<string, string>>
    serverLog: ServerLog
    log: (line: string) => void
    port?: number
  },
): Promise<Postmaster> {
  for (let start = 1; ; start++) {
    const running = await waitUntilReady(installation.clusterDir, null, options)
    if (running) return { ...running, attached: true }
    await removeMisleadingFile(installation.clusterDir)
    await endOrphans(installation.clusterDir)
    const logStart = await options.serverLog.size()
    const child = await launch(installation, options)
    const started = await waitUntilReady(installation.clusterDir, child, options)
    if (started) return { ...started, attached: started.pid !== child.pid }
    if (start >= STARTS_MAX || !PASSING_REASONS.test(await options.serverLog.since(logStart)))
      throw new EmbeddedPostgresError(
        `PostgreSQL did not start in ${installation.clusterDir} (${child.ending ?? 'it is gone'}). ` +
          (await options.serverLog.ending(logStart)),
      )
    await pause(start * 50)
  }
}

interface Launched {
  pid: number | undefined
  ending: string | null
}

async function launch(
  installation: Installation,
  options: { settings: Readonly<Record<string, string>>; serverLog: ServerLog; port?: number },
): Promise<Launched> {
  const port = options.port ?? (await freePort())
  const output = await options.serverLog.openForAppend()
  try {
    const child = spawn(
      installation.program.postgres,
      ['-D', installation.clusterDir, ...settingArguments(installation.clusterDir, port, options.settings)],
      { ...spawnOptions(installation.user), detached: true, stdio: ['ignore', output.fd, output.fd] },
    )
    const launched: Launched = { pid: child.pid, ending: null }
    child.once('error', (error) => (launched.ending = error.message))
    child.once('exit', (code, signal) => (launched.ending = `ended with ${signal ?? `code ${code}`}`))
    child.unref()
    return launched
  } finally {
    await output.close()
  }
}

/** Waits for the PostgreSQL of the folder (about to run: `child`). A stopping one is ended if it does not close. */
async function waitUntilReady(
  clusterDir: string,
  child: Launched | null,
  options: { log: (line: string) => void; serverLog: ServerLog },
) {
  const { log, serverLog } = options
  const from = performance.now()
  let explained = false
  while (performance.now() - from < READY_WITHIN_MS) {
    const file = await readPostmasterFile(clusterDir)
    const running = file !== null && (await isPostmaster(file.pid, clusterDir))
    if (running && file.status === 'ready') return file
    if (!running && (child === null || child.ending !== null)) return null
    if (running && file.status === 'stopping' && performance.now() - from > CLOSED_WITHIN_MS) {
      log(`The PostgreSQL of an earlier start (process ${file.pid}) does not close: ending it. Nothing is lost.`)
      await stopPostmaster(file, clusterDir, 'immediate')
      continue
    }
    if (!explained && performance.now() - from > EXPLAIN_AFTER_MS) {
      explained = true
      log(
        file?.status === 'stopping'
          ? `Waiting for the PostgreSQL of an earlier start (process ${file.pid}) to close …`
          : 'PostgreSQL is starting up; after a crash it first reads its log again …',
      )
    }
    await pause(LOOK_EVERY_MS)
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL in ${clusterDir} was not ready within ${READY_WITHIN_MS / 60_000} minutes. ${await serverLog.ending()}`,
  )
}

/** First "fast" (everything is written), then "immediate" (the next start recovers from its log), then by force. */
export async function stopPostmaster(
  postmaster: { pid: number },
  clusterDir: string,
  how: 'fast' | 'immediate' = 'fast',
): Promise<void> {
  for (const [signal, withinMs] of [
    ['SIGINT', how === 'fast' ? FAST_WITHIN_MS : 0],
    ['SIGQUIT', IMMEDIATE_WITHIN_MS],
    ['SIGKILL', IMMEDIATE_WITHIN_MS],
  ] as const) {
    if (withinMs === 0) continue
    const from = performance.now()
    if (!(await isPostmaster(postmaster.pid, clusterDir))) return
    try {
      process.kill(postmaster.pid, signal)
    } catch {
      return
    }
    while (performance.now() - from < withinMs) {
      if (!(await isPostmaster(postmaster.pid, clusterDir))) return
      await pause(LOOK_EVERY_MS)
    }
  }
}

/** Another program may take the port before PostgreSQL does; then it is restarted. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
