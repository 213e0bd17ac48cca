/** What a process of the store opens before it serves or works, and its background work. */
import type { Core, CoreOptions } from '#server/core.ts'
import { takerOf } from '#server/features/messages/message-failures.ts'
import { PROVIDER } from '#server/features/payments/provider.ts'
import { listenForStockChanges } from '#server/features/stock/stock-changes.ts'
import { type Outside, openOutside } from '#server/outside.ts'
import { minutes, type SteadyClock, startSteadyClock, systemClock } from '#server/platform/clock.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { noteSilence } from '#server/platform/jobs/outages.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { COMPARE_EVERY_MS, compareClocks, describeWrongClock } from '#server/platform/process/compare-clocks.ts'
import type { ProcessLife } from '#server/platform/process/process-life.ts'
import { startTimers } from '#server/platform/process/timers.ts'
import { type LoadedSecrets, loadSecrets } from '#server/platform/secrets.ts'

/** Enough to hide a slow mail server, few enough to leave the pool to the shop. */
const JOBS_AT_ONCE = 6
/** Whom background work waits for; a webhook's receiver is found by its row. */
const PARTIES = [takerOf('email'), takerOf('sms'), PROVIDER]
/** A replaced secret begins later than this, see `npm run secrets`. */
const READ_SECRETS_EVERY_MS = minutes(1)

export class WrongClockError extends Error {}

/** The store follows this machine's clock. @throws WrongClockError with a remedy, if it is too far from the database's */
async function requireRightClock(database: Database, clock: SteadyClock): Promise<void> {
  const wrong = describeWrongClock(await compareClocks(database, systemClock))
  if (wrong) throw new WrongClockError(wrong)
  clock.follow()
}

/** For jobs, timers, readiness and the sandbox, which busy callers must not stop. The queue listens on one. */
const RESERVED_CONNECTIONS = 8
const DIVIDED_POOL_MIN = 2 * RESERVED_CONNECTIONS

export interface PartsOptions extends Pick<CoreOptions, 'config' | 'log' | 'publicUrl' | 'tracing'> {
  databaseUrl: string
  webhookUrl: () => string | null
}

export interface Parts extends CoreOptions, Pick<Outside, 'sandbox'>, PartsOptions {
  reserve: Database
  clock: SteadyClock
  secrets: LoadedSecrets
}

/** Compares the clocks, too. What was opened is closed when the process stops. @throws WrongClockError */
export async function openParts(life: ProcessLife, options: PartsOptions): Promise<Parts> {
  const { config, log } = options
  const open = (poolSize: number) => {
    const opened = openDatabase({ url: options.databaseUrl, poolSize, log })
    life.onStop(() => opened.close())
    return opened
  }
  const isDivided = config.databasePool >= DIVIDED_POOL_MIN
  const database = open(config.databasePool - (isDivided ? RESERVED_CONNECTIONS : 0))
  const reserve = isDivided ? open(RESERVED_CONNECTIONS) : database
  const clock = startSteadyClock()
  await requireRightClock(reserve, clock)
  const secrets = await loadSecrets(reserve, { path: config.secretsFile ?? null, now: clock.now })
  const { connect, sandbox, close } = await openOutside({ ...options, clock, database: reserve })
  life.onStop(close)
  return { ...options, database, reserve, clock, secrets, connect, sandbox }
}

/** Drops from memory what other processes change, until this one stops. */
export function followOthers(life: ProcessLife, core: Core, databaseUrl: string): void {
  const notices = listenForStockChanges(core.systemContext('notices'), databaseUrl)
  life.onStop(() => notices.close())
  const settingsNotices = core.settings.follow(databaseUrl)
  life.onStop(() => settingsNotices.close())
}

/** @param options.onWrongClock the clock jumped; nothing may run by the new time */
export async function startWork(
  life: ProcessLife,
  { reserve: database, clock, log, secrets, tracing }: Parts,
  core: Core,
  options: { onWrongClock: () => void },
): Promise<void> {
  const { node } = core.systemContext('start')
  // They may have been away before this start.
  for (const party of PARTIES) noteSilence({ node }, party)
  const worker = await startWorker({
    database,
    jobs: core.jobs,
    log,
    concurrency: JOBS_AT_ONCE,
    tracing: tracing ?? null,
    makeContext: (jobId) => core.systemContext(`job_${jobId}`),
  })
  const compare = {
    name: 'compare-clocks',
    everyMs: COMPARE_EVERY_MS,
    async run() {
      await requireRightClock(database, clock).catch((error: unknown) => {
        if (!(error instanceof WrongClockError)) throw error
        life.say(error.message)
        options.onWrongClock()
      })
    },
  }
  const reload = { name: 'read-secrets', everyMs: READ_SECRETS_EVERY_MS, run: secrets.reload }
  const timers = startTimers([...core.timers, compare, reload], log)
  life.onStop(async () => {
    await timers.stop()
    await worker.stop()
  })
}
