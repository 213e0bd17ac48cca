import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { Installation } from './installation.ts'
import { endOrphans, isPostmaster, readPostmasterFile, removeMisleadingFile } from './postmaster-file.ts'
import { spawnOptions } from './program.ts'
import type { ServerLog } from './server-log.ts'
import { settingArguments } from './settings.ts'

export interface Postmaster {
  pid: number
  port: number
  socketDir: string
  /** It was already running. */
  attached: boolean
}

/** A start on an existing folder takes about 40 ms, so check often. */
const LOOK_EVERY_MS = 5
/** After this time people wonder, so say what we are waiting for. */
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

/**
 * Returns the PostgreSQL of this folder, ready for connections: the one that is running, or a new one. It runs in its
 * own session, so a Ctrl-C at our terminal reaches only us and we close it in order.
 *
 * @throws EmbeddedPostgresError with the end of its log if it does not come up
 */
export async function ensurePostmaster(
  installation: Installation,
  options: {
    settings: Readonly<Record<string, string>>
    serverLog: ServerLog
    log: (line: string) => void
    /** A recovery from a backup takes longer than one from a crash. */
    readyWithinMs?: number
    /** Where it must listen if it is started; any free port otherwise. */
    port?: number
  },
): Promise<Postmaster> {
  const { readyWithinMs = READY_WITHIN_MS } = options
  for (let start = 1; ; start++) {
    const running = await waitUntilReady(installation.clusterDir, null, { ...options, readyWithinMs })
    if (running) return { ...running, attached: true }

    await removeMisleadingFile(installation.clusterDir)
    await endOrphans(installation.clusterDir)
    const logStart = await options.serverLog.size()
    const child = await launch(installation, options)
    const started = await waitUntilReady(installation.clusterDir, child, { ...options, readyWithinMs })
    if (started) return { ...started, attached: started.pid !== child.pid }

    const said = await options.serverLog.since(logStart)
    if (start >= STARTS_MAX || !PASSING_REASONS.test(said)) {
      throw new EmbeddedPostgresError(
        `PostgreSQL did not start in ${installation.clusterDir} (${child.ending ?? 'it is gone'}). ` +
          (await options.serverLog.ending(logStart)),
      )
    }
    await pause(start * 50)
  }
}

interface Launched {
  pid: number | undefined
  /** How it ended, once it has. */
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

/**
 * Waits for the PostgreSQL that runs in the folder (or is about to: `child`). A starting one may be recovering from a
 * crash; a stopping one is waited for until it is gone, and ended if it does not get there.
 *
 * @returns null if none is running (anymore)
 */
async function waitUntilReady(
  clusterDir: string,
  child: Launched | null,
  options: { log: (line: string) => void; readyWithinMs: number; serverLog: ServerLog },
) {
  const { log, readyWithinMs, serverLog } = options
  const from = performance.now()
  let explained = false
  while (performance.now() - from < readyWithinMs) {
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
    `PostgreSQL in ${clusterDir} was not ready within ${readyWithinMs / 60_000} minutes. ${await serverLog.ending()}`,
  )
}

/**
 * Stops PostgreSQL and waits until it is gone: first "fast" (open transactions roll back, everything is written), after
 * 10 s "immediate" (the next start recovers from its log), finally by force. Resolves at once if it is already gone.
 *
 * @param how immediate: without trying the first
 */
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

/** Finds a free port. Another program may take it before PostgreSQL does; then it is restarted. */
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
