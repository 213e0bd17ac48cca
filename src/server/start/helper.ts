/**
 * The second process of a node (`PROCESSES=2`). It runs the jobs, the timers that need not run in every process, and
 * the sandbox's card provider. It lives and ends with the main process, and only the main process acts on signals:
 * Ctrl-C reaches both, and must not count twice.
 */
import { buildCore } from '#server/core.ts'
import { seconds } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/logging.ts'
import type { ProcessLife } from '#server/platform/process-life.ts'
import { timerAges } from '#server/platform/timers.ts'
import { openTracing } from '#server/platform/tracing/open-tracing.ts'
import { type FromHelper, type HelperOrders, isOurs, type ToHelper } from './helper-messages.ts'
import { followOthers, openParts, startWork, type Work, WrongClockError } from './parts.ts'

const FIGURES_EVERY_MS = seconds(1)

/** A main process that is just ending does not hear this. */
const tell = (message: FromHelper) => process.send?.(message, () => {})

async function work(life: ProcessLife, { databaseUrl, publicUrl, webhookUrl }: HelperOrders): Promise<Work> {
  const config = readConfig()
  const log = createLog(config.logLevel).child({ process: 'helper' })
  const tracing = await openTracing(config, log)
  if (tracing) life.onStop(tracing.stop)
  const parts = await openParts(life, {
    config,
    log,
    databaseUrl,
    publicUrl: () => publicUrl,
    webhookUrl: () => webhookUrl,
    tracing,
    hasRequests: false,
  })
  const core = await buildCore(parts)
  life.onStop(core.writeLastCounts)
  followOthers(life, core, databaseUrl)
  const { timers } = core
  const started = await startWork(life, parts, core, { timers, hasJobs: true, onWrongClock: tellWrongClock })
  const telling = setInterval(() => {
    const { user, system } = process.cpuUsage()
    const figures = { cpuSeconds: (user + system) / 1e6, residentBytes: process.memoryUsage.rss() }
    tell({ kind: 'figures', ...figures, timerAges: timerAges(timers) })
  }, FIGURES_EVERY_MS)
  life.onStop(async () => clearInterval(telling))
  tell({ kind: 'ready', sandboxPort: parts.sandbox.stripe?.port ?? null })
  return started
}

/** The main process stops both. */
const tellWrongClock = () => tell({ kind: 'wrong-clock' })

/**
 * Makes this process a helper, which waits for its orders. Jobs and deliveries that a killed main process leaves half
 * done are leased, so without it nothing here is worth finishing.
 *
 * @param onFault called if it cannot work; the main process then starts another one
 */
export function startHelper(life: ProcessLife, onFault: (error: unknown) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(1))
  // `npm start` loads a file into every process of ours that unrefs the channel; without this, a process waiting for
  // orders would exit.
  process.channel?.ref()
  let working: Promise<Work> | undefined

  const obey = async (message: ToHelper) => {
    if (message.kind === 'start') {
      working = work(life, message)
      await working
    } else if (message.kind === 'finish-jobs') {
      await (await working)?.stop()
      tell({ kind: 'jobs-finished' })
    } else {
      await life.stop(0)
      process.exit(0)
    }
  }
  process.on('message', (message) => {
    if (!isOurs(message)) return
    obey(message as ToHelper).catch((error: unknown) => {
      if (error instanceof WrongClockError) tellWrongClock()
      onFault(error)
    })
  })
}
