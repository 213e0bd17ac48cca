/**
 * A whole store for a test: real PostgreSQL, the sandbox instead of the outside world, a clock that the test moves.
 * Nothing runs by itself: the test runs timers and jobs (`runTimers`, `runJobs`), unless it asks for a listening node.
 */
import { setImmediate } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import type { SettingValues } from '#contract/admin/settings.ts'
import { type App, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { ensureMember } from '#server/features/members/administrators.ts'
import { queueMessages } from '#server/features/messages/queue-message.ts'
import { sortEvents } from '#server/features/payments/receive-webhook.ts'
import { setAvailability } from '#server/features/stock/set-availability.ts'
import { listenForStockChanges } from '#server/features/stock/stock-changes.ts'
import { queueWebhookEvents } from '#server/features/webhooks/send-events.ts'
import type { Connect, Context } from '#server/gateways/context.ts'
import { type Outside, openOutside } from '#server/outside.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { openTracing } from '#server/platform/tracing/open-tracing.ts'
import { runScheduled } from './scheduled-jobs.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import './cheap-passwords.ts'

export const ADMIN = {
  email: 'admin@example.com',
  password: 'parcel-oak-71',
  username: 'Ada Admin',
  role: 'admin',
} as const
export const REP = { email: 'rep@example.com', password: 'survey-elm-42', username: 'Rob Rep', role: 'sales' } as const

/** The environment of a store on https that keeps its sandbox. */
export const HTTPS_STAGING = {
  NODE_ENV: 'production',
  ALLOW_SANDBOX: '1',
  PUBLIC_URL: 'https://store.test',
  TRUST_PROXY: '0',
}

/** An email in the sandbox mailbox. */
export interface SentMail {
  subject: string
  text: string
  html: string
  messageId: string
  /** Where one POST ends further emails like this one. */
  unsubscribeUrl: string | null
  attachments: { name: string; type: string; size: number; url: string }[]
}

export interface TestApp {
  app: App
  clock: TestClock
  database: Database
  testDatabase: TestDatabase
  /** For calling operations as the store itself. */
  ctx: Context
  stripe: NonNullable<Outside['sandbox']['stripe']>
  mailbox: NonNullable<Outside['sandbox']['mailbox']>
  /** The sandbox's SMS service; absent if the store has a real account. */
  phone: NonNullable<Outside['sandbox']['phone']>
  /** Where the node listens; only with `listen: true`. */
  url: string
  /** Runs a statement of the test's own. @returns its rows */
  rows(sql: string, values?: unknown[]): Promise<ReturnType<typeof JSON.parse>[]>
  /** The same as a tag: a value in the text is a parameter of the statement. */
  sql(text: TemplateStringsArray, ...values: unknown[]): Promise<ReturnType<typeof JSON.parse>[]>
  /** As `sql`. @returns the first row */
  row(text: TemplateStringsArray, ...values: unknown[]): Promise<ReturnType<typeof JSON.parse>>
  setStock(packageId: string, available: number): Promise<void>
  /** Runs each timer once (expired holds, reconciliation). */
  runTimers(): Promise<void>
  /** Lets time pass, and then runs each timer, or only this job of the clock. */
  pass(ms: number, job?: string): Promise<void>
  /** Runs every waiting job, and those that they enqueue. */
  runJobs(): Promise<void>
  /** Sets how the sandbox behaves, see `src/sandbox/stripe/server.ts`. */
  control(settings: Record<string, string>): Promise<void>
  /** The emails to an address, newest first. */
  mailsTo(address: string): Promise<SentMail[]>
  close(): Promise<void>
}

/**
 * Builds a store on a fresh copy of the template database, or on another test app's database as a second node.
 *
 * @param options.env configuration as environment variables; rate limits are off by default
 * @param options.settings what the store starts with
 * @param options.listen listens on a free port, so the sandbox delivers its webhooks
 * @param options.testDatabase instead of a fresh copy; the store drops it in the end
 * @param options.clock instead of one that starts now
 * @param options.connect changes how gateways are opened
 * @param options.cardServer pays there instead of at its own sandbox, like `STRIPE_API_BASE`; the test ends it
 */
export async function createTestApp(
  options: {
    env?: Record<string, string>
    settings?: Partial<SettingValues>
    listen?: boolean
    beside?: TestApp
    testDatabase?: TestDatabase
    clock?: TestClock
    cardServer?: TestApp['stripe']
    connect?: (connect: Connect) => Connect
  } = {},
): Promise<TestApp> {
  const testDatabase = options.beside?.testDatabase ?? options.testDatabase ?? (await createTestDatabase('store'))
  const clock = options.beside?.clock ?? options.clock ?? new TestClock()
  const config = readConfig({
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    LOG_KEYS_FILE: 'off',
    PUBLIC_URL: 'http://store.test',
    SETTINGS: JSON.stringify(options.settings ?? {}),
    ...(options.cardServer ? cardServerEnv(options.cardServer) : {}),
    ...options.env,
  })
  const log = createLog(config.logLevel)
  const tracing = await openTracing(config, log)
  const database = openDatabase({ url: testDatabase.url, poolSize: 12, log })
  const secrets = await loadSecrets(database, { path: options.env?.SECRETS_FILE ?? null, now: () => clock.now() })
  let url = ''
  const publicUrl = () => config.publicUrl ?? url
  const webhookUrl = () => (url ? `${url}/api/webhooks/stripe` : null)
  const outside = await openOutside({ config, clock, database, log, publicUrl, webhookUrl })
  const { sandbox } = outside
  const app = await buildApp({
    config,
    clock,
    log,
    database,
    secrets,
    connect: options.connect?.(outside.connect) ?? outside.connect,
    sandbox,
    publicUrl,
    tracing,
    isStarted: () => true,
  })
  await app.server.ready()
  if (!options.beside)
    for (const member of [ADMIN, REP]) await ensureMember({ database, clock, config }, app.auth, member)
  const notices = [
    listenForStockChanges(app.systemContext('notices'), testDatabase.url),
    app.settings.follow(testDatabase.url),
  ]
  if (options.listen) url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { mailbox } = sandbox
  const stripe = options.cardServer ?? sandbox.stripe
  if (!stripe || !mailbox) throw new Error('a test app has its sandboxes')

  const rows: TestApp['rows'] = async (text, values) => (await testDatabase.pool.query(text, values)).rows
  const sql: TestApp['sql'] = (text, ...values) =>
    rows(
      text.reduce((all, part, at) => `${all}$${at}${part}`),
      values,
    )
  const taskList = Object.fromEntries(
    app.jobs.map((job) => [job.name, (payload: unknown) => job.run(app.systemContext('job'), payload)]),
  )
  return {
    app,
    clock,
    database,
    testDatabase,
    get ctx() {
      return app.systemContext('test')
    },
    stripe,
    mailbox,
    get phone() {
      if (!sandbox.phone) throw new Error('this store sends its texts elsewhere')
      return sandbox.phone
    },
    get url() {
      return url
    },
    rows,
    sql,
    row: async (...statement) => (await sql(...statement))[0],
    async setStock(packageId, available) {
      await setAvailability(app.systemContext('test'), { packageId, available })
    },
    async runTimers() {
      for (const timer of app.timers) await timer.run()
    },
    async pass(this: TestApp, ms, job) {
      clock.advance(ms)
      await (job ? runScheduled(this, job) : this.runTimers())
    },
    async runJobs() {
      await sortEvents(app.systemContext('test'), 0)
      do {
        await runOnce({
          pgPool: database.pool,
          taskList,
          noHandleSignals: true,
          logger: new Logger(() => () => undefined),
        })
      } while (await queueMore(app.systemContext('test')))
      // The queue reports that it is done before it has written how its last jobs ended.
      const locked = 'select from graphile_worker.jobs where locked_at is not null'
      while ((await database.pool.query(locked)).rowCount !== 0) await setImmediate()
    },
    async control(settings) {
      const response = await fetch(`http://${stripe.host}:${stripe.port}/v1/sandbox/control`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stripe.secretKey}` },
        body: new URLSearchParams(settings),
      })
      if (!response.ok) throw new Error(`the sandbox refuses: ${await response.text()}`)
    },
    async mailsTo(address) {
      return (await app.server.inject(`/sandbox/mailbox.json?to=${encodeURIComponent(address)}`)).json()
    },
    async close() {
      await app.server.close()
      await Promise.all(notices.map((one) => one.close()))
      await outside.close()
      await database.close()
      await tracing?.stop()
      if (!options.beside) await testDatabase.drop()
    },
  }
}

/** Does what the timers do for messages and webhooks. @returns whether there are more jobs now */
async function queueMore(ctx: Context): Promise<boolean> {
  return (await queueMessages(ctx)) + (await queueWebhookEvents(ctx)) > 0
}

/** The environment of a store that pays at another card server. */
export function cardServerEnv(server: TestApp['stripe']): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: server.secretKey,
    STRIPE_PUBLISHABLE_KEY: server.publishableKey,
    STRIPE_WEBHOOK_SECRET: server.webhookSecret,
    STRIPE_API_BASE: `http://${server.host}:${server.port}`,
  }
}
