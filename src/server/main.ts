/** Starts one node of the store and stops it in order. */

import { refuseWeakAdministrator } from '#server/features/members/refuse-weak-administrator.ts'
import { hearStockChanges } from '#server/features/stock/stock-changes.ts'
import { buildApp } from './app.ts'
import { fillStore } from './fill-store.ts'
import { openOutside } from './outside.ts'
import { minutes, type SteadyClock, seconds, startSteadyClock, systemClock } from './platform/clock.ts'
import { COMPARE_EVERY_MS, compareClocks, describeWrongClock } from './platform/compare-clocks.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { type Database, isDatabaseSilent, openDatabase } from './platform/database.ts'
import { startWorker } from './platform/jobs/worker.ts'
import { ignoreWriteErrors } from './platform/log-destination.ts'
import { createLog } from './platform/logging.ts'
import { migrate } from './platform/migrate.ts'
import { EmbeddedPostgresError } from './platform/postgres/embedded-postgres-error.ts'
import { migrateEmbedded } from './platform/postgres/migrate-embedded.ts'
import { startEmbeddedPostgres } from './platform/postgres/start-embedded-postgres.ts'
import { loadSecrets } from './platform/secrets.ts'
import { startTimers } from './platform/timers.ts'
import { sandboxTokenOf } from './serve-sandbox.ts'

/** Jobs this node runs at once: enough to hide a slow mail server, few enough to leave the pool to the shop. */
const JOBS_AT_ONCE = 6

/** Progress and what people must know goes to standard error, so that standard output stays structured logs. */
const say = (line: string) => process.stderr.write(`${line}\n`)
ignoreWriteErrors(process.stderr)

/** Steps that undo the start, run last to first. */
const undo: (() => Promise<unknown>)[] = []

let stopping: Promise<void> | undefined
/** Requests and jobs under way may last this long; a supervisor that is less patient kills the process itself. */
const STOP_WITHIN_MS = minutes(1)
/** After a fault nothing is sure to end any more, and a node must not live on half dead. */
const FAULT_STOP_WITHIN_MS = seconds(10)

function stop(exitCode: number): Promise<void> {
  setTimeout(
    () => {
      say('Not everything ended in time: stopping at once.')
      process.exit(1)
    },
    exitCode === 0 ? STOP_WITHIN_MS : FAULT_STOP_WITHIN_MS,
  ).unref()
  stopping ??= (async () => {
    for (const step of undo.reverse()) await step().catch((error) => say(`While stopping: ${String(error)}`))
    process.exitCode = exitCode
    // Whatever still holds the process (a client that never closes) must not keep it: everything of ours is closed.
    setTimeout(() => process.exit(exitCode), 1_000).unref()
  })()
  return stopping
}

class WrongClockError extends Error {}

/** @throws WrongClockError when this machine's clock is too far from the database's; else the store follows it */
async function requireRightClock(database: Database, clock: SteadyClock): Promise<void> {
  const wrong = describeWrongClock(await compareClocks(database, systemClock))
  if (wrong) throw new WrongClockError(wrong)
  clock.follow()
}

async function openStore(config: Config) {
  const log = createLog(config.logLevel)
  let databaseUrl = config.databaseUrl
  if (databaseUrl) await migrate(databaseUrl)
  else {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
    undo.push(() => postgres.stop())
    await migrateEmbedded(postgres)
    databaseUrl = postgres.url
  }
  const database = openDatabase({ url: databaseUrl, poolSize: config.databasePool, log })
  undo.push(() => database.close())
  return { log, database, databaseUrl }
}

async function start(): Promise<void> {
  const config = readConfig()
  await refuseWeakAdministrator(config)
  const { log, database, databaseUrl } = await openStore(config)
  const clock = startSteadyClock()
  await requireRightClock(database, clock)
  const secrets = await loadSecrets(database)

  let port = config.port
  let isListening = false
  let isStarted = false
  const publicUrl = () => config.publicUrl ?? `http://localhost:${port}`
  const webhookHost = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  const webhookUrl = () => (isListening ? `http://${webhookHost}:${port}/api/webhooks/stripe` : null)
  const outside = await openOutside({ config, clock, database, log, publicUrl, webhookUrl })
  undo.push(() => outside.close())

  const { gateways, sandbox } = outside
  const app = await buildApp({
    config,
    clock,
    log,
    database,
    secrets,
    gateways,
    sandbox,
    publicUrl,
    isStarted: () => isStarted,
  })
  undo.push(() => app.server.close())
  await app.server.listen({ host: config.host, port: config.port })
  const address = app.server.server.address()
  if (address && typeof address === 'object') port = address.port
  isListening = true

  await fillStore(app.systemContext('start'), { auth: app.auth, sandbox }, say)
  const notices = hearStockChanges(app.systemContext('notices'), databaseUrl)
  undo.push(() => notices.close())
  const settingsNotices = app.settings.follow(databaseUrl)
  undo.push(() => settingsNotices.close())
  const worker = await startWorker({
    database,
    jobs: app.jobs,
    log,
    concurrency: JOBS_AT_ONCE,
    makeContext: (jobId) => app.systemContext(`job_${jobId}`),
  })
  undo.push(() => worker.stop())
  const compare = {
    name: 'compare-clocks',
    everyMs: COMPARE_EVERY_MS,
    async run() {
      await requireRightClock(database, clock).catch((error: unknown) => {
        if (!(error instanceof WrongClockError)) throw error
        // One that jumped while we run: the store's own went on evenly so far, and nothing may run by the new time.
        say(error.message)
        void stop(1)
      })
    },
  }
  const timers = startTimers([...app.timers, compare], log)
  undo.push(() => timers.stop())

  if (sandbox.mailbox)
    say(`Other machines reach the sandbox's mailbox at ${publicUrl()}/sandbox/mailbox?token=${sandboxTokenOf(secrets)}`)
  isStarted = true
  // The first thing a stop does: whoever spreads the requests sees `/readyz` and sends no more here.
  undo.push(async () => {
    isStarted = false
  })
  say(`Leadyard is ready at ${publicUrl()}`)
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof WrongClockError)
    return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'The port is in use already. Stop the other program, or start with another PORT.'
  if (code === 'ECONNREFUSED' || isDatabaseSilent(error))
    return 'DATABASE_URL does not answer. Start that PostgreSQL, or remove DATABASE_URL to use the embedded one.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1)
    say('Stopping: finishing requests and jobs, then the database. (Once more to stop at once.)')
    stop(0)
  })
}
for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(fault, (error) => {
    say(`Fatal: ${explain(error)}`)
    stop(1)
  })
}

start().catch(async (error) => {
  say(explain(error))
  await stop(1)
})
