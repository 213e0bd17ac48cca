/** The helper as the main process sees it: starts, watches, restarts and ends it. */
import { type ChildProcess, fork } from 'node:child_process'
import { seconds } from '#server/platform/clock.ts'
import type { Metric } from '#server/platform/http/metrics.ts'
import type { Log } from '#server/platform/logging.ts'
import {
  type FromHelper,
  HELPER_ARGUMENT,
  type HelperFigures,
  type HelperOrders,
  isOurs,
  type ToHelper,
} from './helper-messages.ts'

/**
 * The wait before a helper that ended is restarted. It doubles while the helper keeps ending, and is reset once it has
 * lived for a while.
 */
const RESTART_FIRST_MS = 250
const RESTART_MAX_MS = seconds(30)
const STEADY_AFTER_MS = seconds(60)

export interface HelperProcess {
  /** Resolves when it works for the first time. */
  readonly ready: Promise<void>
  /** Where its sandbox's card provider listens; null while it does not. */
  sandboxPort(): number | null
  /** How long ago each of its timers ended a run, in seconds. They grow while the helper is gone. */
  timerAges(): Record<string, number>
  readonly metric: Metric
  /** Tells it what to work on. A restarted helper gets the same. */
  start(orders: HelperOrders): void
  /** From now on it is not restarted. Resolves when its jobs are finished, or it is gone. */
  finishJobs(): Promise<void>
  /** Resolves when it has closed everything in order, or is gone. */
  end(): Promise<void>
}

/**
 * Starts the helper, and restarts it whenever it ends: its jobs are leased, so the next one takes them over.
 *
 * @param options.onWrongClock called if the helper finds that the clock is wrong
 */
export function launchHelper(options: { log: Log; onWrongClock: () => void }): HelperProcess {
  const { log } = options
  const ready = Promise.withResolvers<void>()
  let orders: HelperOrders | null = null
  let child: ChildProcess | null = null
  let sandboxPort: number | null = null
  let figures: (HelperFigures & { atMs: number }) | null = null
  let starts = 0
  let restartMs = RESTART_FIRST_MS
  let restart: NodeJS.Timeout | undefined
  let isEnding = false
  let onJobsFinished = () => {}
  let onGone = () => {}

  /** If a helper is just ending and does not hear this, its end makes up for it. */
  const tell = (message: ToHelper) => {
    if (child?.connected) child.send(message, () => {})
  }

  const hear = (message: FromHelper) => {
    if (message.kind === 'figures') figures = { ...message, atMs: performance.now() }
    else if (message.kind === 'jobs-finished') onJobsFinished()
    else if (message.kind === 'wrong-clock') options.onWrongClock()
    else {
      sandboxPort = message.sandboxPort
      ready.resolve()
    }
  }

  const launchLater = (how: string) => {
    log.error({ how, restartMs }, 'the helper process ended and will be started again')
    restart = setTimeout(launch, restartMs)
    restartMs = Math.min(RESTART_MAX_MS, restartMs * 2)
  }

  const launch = () => {
    starts += 1
    const startedAtMs = performance.now()
    let launched: ChildProcess
    try {
      // The same file: sources or bundle.
      launched = fork(process.argv[1] ?? '', [HELPER_ARGUMENT], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    } catch (error) {
      // Without memory for another process, Node throws instead of telling. The store goes on without a helper meanwhile.
      return launchLater(String(error))
    }
    child = launched
    const gone = (how: string) => {
      if (child !== launched) return
      child = null
      sandboxPort = null
      onGone()
      if (isEnding) return
      if (performance.now() - startedAtMs > STEADY_AFTER_MS) restartMs = RESTART_FIRST_MS
      launchLater(how)
    }
    launched.on('message', (message) => {
      if (isOurs(message)) hear(message as FromHelper)
    })
    launched.once('exit', (code, signal) => gone(signal ?? `exit code ${code}`))
    launched.on('error', (error) => {
      log.error({ reason: error.message }, 'the helper process could not be started or told something')
      if (launched.pid === undefined) gone(error.message)
    })
    if (orders) tell({ kind: 'start', ...orders })
  }
  launch()

  /** Tells it something and waits for the answer, or its end. */
  const tellAndWait = (message: ToHelper, wait: (done: () => void) => void): Promise<void> =>
    new Promise((resolve) => {
      isEnding = true
      clearTimeout(restart)
      if (!child) return resolve()
      wait(resolve)
      onGone = resolve
      tell(message)
    })

  return {
    ready: ready.promise,
    sandboxPort: () => sandboxPort,
    timerAges() {
      if (!figures) return {}
      const { atMs } = figures
      const since = (performance.now() - atMs) / 1_000
      return Object.fromEntries(Object.entries(figures.timerAges).map(([name, age]) => [name, age + since]))
    },
    metric: {
      name: 'helper_process',
      help: 'The second process of this node: its id, processor and memory as it last told, and how often it was started.',
      label: 'figure',
      read: async () => ({
        ...(child?.pid === undefined ? {} : { pid: child.pid }),
        ...(figures ? { cpu_seconds: figures.cpuSeconds, resident_bytes: figures.residentBytes } : {}),
        starts,
      }),
    },
    start(given) {
      orders = given
      tell({ kind: 'start', ...given })
    },
    finishJobs: () =>
      tellAndWait({ kind: 'finish-jobs' }, (done) => {
        onJobsFinished = done
      }),
    end: () => tellAndWait({ kind: 'end' }, () => {}),
  }
}
