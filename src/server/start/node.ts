/** Starts one node of the store: its database, its server, and its background work. */
import { buildApp } from '#server/app.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { placeholderProblems } from '#server/config/production-problems.ts'
import { refuseWeakAdministrator } from '#server/features/members/administrators.ts'
import { fillStore } from '#server/fill-store.ts'
import { followRestore } from '#server/follow-restore.ts'
import type { Config } from '#server/platform/context.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createLog } from '#server/platform/logging.ts'
import { migrateEmbedded, startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'
import type { ProcessLife } from '#server/platform/process/process-life.ts'
import { openTracing } from '#server/platform/tracing/open-tracing.ts'
import { sandboxTokenOf } from '#server/serve-sandbox.ts'
import { followOthers, openParts, type PartsOptions, startWork } from './parts.ts'

/** An embedded database runs until the process stops. `explain`: what a person should read if it fails a start. */
async function prepareDatabase(life: ProcessLife, config: Config) {
  if (config.databaseUrl) {
    await migrate(config.databaseUrl)
    return { url: config.databaseUrl, explain: async (error: Error) => error }
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, isKeptAlive: true, log: life.say })
  life.onStop(postgres.stop)
  try {
    await migrateEmbedded(postgres)
  } catch (error) {
    // Migrations run in a process of their own, whose error is only text.
    throw error instanceof Error ? await postgres.explain(error) : error
  }
  return postgres
}

/** Resolves when the node serves and works. If something keeps it from starting, `life.stop` closes what was opened. */
export async function startNode(life: ProcessLife): Promise<void> {
  const config = readConfig()
  await refuseWeakAdministrator(config)
  const log = createLog(config.logLevel)
  const tracing = await openTracing(config, log)
  // Stops last, so that it still sends what the other steps did.
  if (tracing) life.onStop(tracing.stop)
  if (config.backup && !config.backup.recipient && !config.backup.key)
    life.say('Warning: backups are not encrypted. Make keys with: npm run backup -- --make-key')
  const database = await prepareDatabase(life, config)
  try {
    await openNode(life, { config, log, tracing, databaseUrl: database.url })
  } catch (error) {
    throw error instanceof Error && isDatabaseUnavailable(error) ? await database.explain(error) : error
  }
}

async function openNode(life: ProcessLife, options: Pick<PartsOptions, 'config' | 'log' | 'tracing' | 'databaseUrl'>) {
  const { config, databaseUrl } = options
  let port = config.port
  let isListening = false
  let isStarted = false
  const publicUrl = () => config.publicUrl ?? `http://localhost:${port}`
  const webhookHost = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  const webhookUrl = () => (isListening ? `http://${webhookHost}:${port}/api/webhooks/stripe` : null)
  const parts = await openParts(life, { ...options, publicUrl, webhookUrl })
  const app = await buildApp({ ...parts, isStarted: () => isStarted })
  life.onStop(() => app.server.close())
  const placeholders = config.isSandboxAllowed ? [] : placeholderProblems(app.settings.current())
  if (placeholders.length > 0) throw new ConfigError(placeholders)
  for (const [name, source] of Object.entries(app.settings.current().connections))
    if (source === 'none') life.say(`Warning: ${name}: not connected. Set them in the environment, or under Settings.`)
  await followRestore(app.systemContext('start'), life.say)
  await app.server.listen({ host: config.host, port: config.port })
  const address = app.server.server.address()
  if (address && typeof address === 'object') port = address.port
  isListening = true
  const { sandbox } = parts
  await fillStore(app.systemContext('start'), { auth: app.auth, sandbox }, life.say)
  followOthers(life, app, databaseUrl)
  await startWork(life, parts, app, { onWrongClock: () => void life.stop(1) })
  if (sandbox.mailbox) {
    const url = `${publicUrl()}/sandbox/mailbox?token=${sandboxTokenOf(parts.secrets)}`
    life.say(`Other machines reach the sandbox's mailbox at ${url}`)
  }
  isStarted = true
  // The first step of a stop: the load balancer sees `/readyz` and sends no more requests here.
  life.onStop(async () => {
    isStarted = false
  })
  life.say(`Leadyard is ready at ${publicUrl()}`)
}
