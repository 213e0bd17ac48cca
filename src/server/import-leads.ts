/** `npm run import-leads`: what an administrator's screen does. If it is killed, the store's next start finishes it. */
import { stat, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { LEAD_FIELD_NAMES, type LeadMapping } from '#contract/admin/lead-file-fields.ts'
import { FILE_PART_BYTES } from '#contract/imports/imports.ts'
import { adminImports, createAdminImport } from '#server/features/admin/admin-imports.ts'
import { describeImport } from '#server/features/admin/lead-files/lead-imports.ts'
import { openFile, savePartBytes } from '#server/features/imports/receive-file.ts'
import { finishImport } from '#server/features/imports/run-import.ts'
import { type ImportScope, writeRefusedRows } from '#server/features/imports/show-import.ts'
import { startApplying, startCheck } from '#server/features/imports/start-import.ts'
import { findAdministratorAtWork } from '#server/features/members/administrators.ts'
import { readConfig } from './config/config.ts'
import { makeNodeState } from './node-state.ts'
import { systemClock } from './platform/clock.ts'
import type { Config, PlatformContext } from './platform/context.ts'
import type { Database } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { Refusal } from './platform/errors.ts'
import { withFile } from './platform/files/durable-files.ts'
import { createLog } from './platform/logging.ts'
import { migrateEmbedded, startEmbeddedPostgres } from './platform/postgres/start-embedded-postgres.ts'
import { loadSecrets } from './platform/secrets.ts'
import { findStoreDatabase, runCommand, say, withDatabase } from './run-command.ts'

const HELP = `Brings a lead file in: CSV or XLSX with a header, plain or gzip.

  npm run import-leads -- --file leads.csv.gz --source "County records" --as admin@example.com

  --file name        the file
  --source name      who supplied it; its columns are remembered under this name
  --as address       the administrator who does it; may be left out where there is only one
  --map field=column a column that is not found by its name or remembered, as often as needed
  --set field=text   what is the same for all rows, such as --set leadType=vacant
  --dry-run          only says what would happen
  --report name      writes the refused rows to this CSV file

Fields: ${LEAD_FIELD_NAMES.join(', ')}
`

class UsageError extends Error {}

function readOptions() {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      source: { type: 'string' },
      as: { type: 'string' },
      map: { type: 'string', multiple: true, default: [] },
      set: { type: 'string', multiple: true, default: [] },
      'dry-run': { type: 'boolean', default: false },
      report: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    say(HELP)
    process.exit(0)
  }
  if (!values.file || !values.source) throw new UsageError(`--file and --source are needed.\n\n${HELP}`)
  return { ...values, file: values.file, source: values.source }
}

function addToMapping(mapping: LeadMapping, pairs: readonly string[], kind: 'column' | 'fixed'): LeadMapping {
  const result = { ...mapping }
  for (const pair of pairs) {
    const [name, ...rest] = pair.split('=')
    const field = LEAD_FIELD_NAMES.find((known) => known === name)
    const text = rest.join('=')
    if (!field || text === '') throw new UsageError(`“${pair}” names no field. Fields: ${LEAD_FIELD_NAMES.join(', ')}`)
    result[field] = kind === 'column' ? { column: text } : { fixed: text }
  }
  return result
}

async function sendFile(ctx: PlatformContext, importId: string, path: string, bytes: number): Promise<void> {
  await withFile(path, 'r', async (file) => {
    for (let from = 0; from < bytes; from += FILE_PART_BYTES) {
      const buffer = Buffer.alloc(Math.min(FILE_PART_BYTES, bytes - from))
      await file.read(buffer, 0, buffer.length, from)
      await savePartBytes(ctx, { importId, partNumber: from / FILE_PART_BYTES }, buffer)
    }
  })
}

async function writeReport(ctx: PlatformContext, scope: ImportScope, importId: string, path: string): Promise<void> {
  const { bytes } = await writeRefusedRows(ctx, scope, importId)
  let text = ''
  if (!(bytes instanceof Uint8Array)) for await (const part of bytes) text += part
  await writeFile(path, text)
}

async function importFile(ctx: PlatformContext, options: ReturnType<typeof readOptions>): Promise<boolean> {
  const path = resolve(options.file)
  const { size } = await stat(path)
  const scope = await adminImports(ctx)
  const named = { kind: 'leads' as const, source: options.source, fileName: basename(path), fileBytes: size }
  const { id } = await createAdminImport(ctx, named)
  await sendFile(ctx, id, path, size)
  const withColumns = addToMapping((await openFile(ctx, scope, id)).mapping, options.map, 'column')
  await startCheck(ctx, scope, id, addToMapping(withColumns, options.set, 'fixed'))
  const checked = await finishImport(ctx, scope, id)
  for (const line of describeImport(checked)) say(line)
  if (options.report) await writeReport(ctx, scope, id, resolve(options.report))
  if (checked.state !== 'ready' || options['dry-run']) return checked.state === 'ready'
  await startApplying(ctx, scope, id)
  const applied = await finishImport(ctx, scope, id)
  for (const line of describeImport(applied)) say(line)
  return applied.state === 'applied'
}

async function openStore(config: Config): Promise<{ url: string; close(): Promise<unknown> }> {
  const url = await findStoreDatabase(config)
  if (url) return { url, close: async () => undefined }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
  await migrateEmbedded(postgres)
  return { url: postgres.url, close: () => postgres.stop() }
}

async function makeContext(config: Config, database: Database, as: string | undefined): Promise<PlatformContext> {
  const shared = {
    clock: systemClock,
    config,
    database,
    node: makeNodeState(),
    log: createLog('warn'),
    secrets: await loadSecrets(database, { path: config.secretsFile ?? null, now: systemClock.now }),
    requestId: 'import-leads',
  }
  const member = await findAdministratorAtWork(database, as)
  if (member) return { ...shared, actor: { kind: 'member', userId: member.user_id, role: 'admin', commissionBps: 0 } }
  throw new UsageError(
    as ? `No administrator has the address ${as}.` : 'Say which administrator you are: --as admin@example.com',
  )
}

async function main(): Promise<void> {
  const options = readOptions()
  const config = readConfig()
  const store = await openStore(config)
  try {
    await migrate(store.url)
    const isDone = await withDatabase(store.url, 6, async (database) =>
      importFile(await makeContext(config, database, options.as), options),
    )
    if (!isDone) process.exitCode = 1
  } finally {
    await store.close()
  }
}

await runCommand(main, UsageError, Refusal)
