/**
 * `npm run backup`, and the store's own jobs, in a process of their own: packing and restoring would slow down the shop. What
 * only the embedded database needs is loaded late, because an image does not have it.
 */
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from './config/config.ts'
import * as backups from './features/admin/backups/run-backups.ts'
import { type BackupConfig, BackupError } from './platform/backup/backup-config.ts'
import { makeKey, recipientsOf } from './platform/backup/seal.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { errorCode } from './platform/errors.ts'
import { findRunningOwner } from './platform/postgres/postmaster.ts'
import { startEmbeddedPostgres } from './platform/postgres/start-embedded-postgres.ts'
import { runCommand, say, withDatabase } from './run-command.ts'

const HELP = `Backs up the embedded database to BACKUP_TO, while the store runs or not.

  npm run backup                 makes a backup and removes those that are too old
  npm run backup -- --try        restores the latest one beside the store, checks it and removes it
  npm run backup -- --make-key   prints a new pair of keys, to encrypt backups

With DATABASE_URL, your own tool makes the backups, and the store watches them:

  npm run backup -- --report            reads what pgbackrest info --output=json or wal-g backup-list --detail --json prints
  npm run backup -- --check <address>   checks a database that you restored

See docs/runbooks/backups.md.
`

/** A trial shares the machine with the store, and what it writes is thrown away. */
const TRIAL_SETTINGS = { shared_buffers: '64MB', max_connections: '20', fsync: 'off' }

async function printKey(): Promise<void> {
  const { key, recipient } = await makeKey()
  say('Keep the secret key where this machine’s loss does not reach it: without it, no backup can be read.')
  process.stdout.write(`BACKUP_RECIPIENT=${recipient}\nBACKUP_KEY=${key}\n`)
}

/** For the attention list, if the database is there; an older one has no table for it yet. */
async function record(ownerUrl: string | null, kind: backups.CheckKind): Promise<void> {
  if (ownerUrl === null) return
  await withDatabase(ownerUrl, 1, (database) => backups.recordWorking(database, kind, systemClock.now())).catch(
    (error) => say(`Not recorded for the attention list: ${String(error)}`),
  )
}

async function backUp(config: BackupConfig, dataDir: string): Promise<void> {
  const { choosePruned, listBackups, takeBackup } = await import('./platform/backup/take-backup.ts')
  const folder = resolve(config.to)
  const recipients = await recipientsOf(config)
  if (recipients.length === 0)
    say('Warning: this backup is not encrypted. Set BACKUP_RECIPIENT or BACKUP_KEY; npm run backup -- --make-key')
  const running = await findRunningOwner(dataDir)
  const started = running === null ? await startEmbeddedPostgres({ dataDir, log: say }) : null
  const ownerUrl = running ?? started?.ownerUrl ?? ''
  try {
    const { name } = await takeBackup({ ownerUrl, dataDir }, folder, recipients)
    say(`The backup ${name} is in ${folder}.`)
    await record(ownerUrl, 'backup')
  } finally {
    await started?.stop()
  }
  const pruned = choosePruned(await listBackups(folder), { now: systemClock.now(), keepDays: config.keepDays })
  for (const { name } of pruned) await rm(join(folder, name))
  if (pruned.length > 0) say(`Removed ${pruned.length} backups that are older than needed.`)
}

/** Takes as much space as the store, next to it. */
async function tryLatest(config: BackupConfig, dataDir: string): Promise<void> {
  const { removeRestored, restoreBackup } = await import('./platform/backup/restore-backup.ts')
  const folder = join(dataDir, 'backup-trial')
  await removeRestored(folder)
  try {
    const order = { from: resolve(config.to), into: folder, key: config.key, settings: TRIAL_SETTINGS, log: say }
    const { backup, ownerUrl, stop } = await restoreBackup(order)
    const faults = await withDatabase(ownerUrl, 2, backups.checkStore).finally(stop)
    if (faults.length > 0) throw new BackupError(`The restored store does not add up: ${faults.join(' ')}`)
    say(`The backup ${backup.name} works.`)
  } finally {
    await removeRestored(folder)
    await rm(folder, { recursive: true, force: true })
  }
  await record(await findRunningOwner(dataDir), 'trial')
}

/** Of 64 KB each. What is longer is cut, and refused like anything else that is no report. */
const REPORT_CHUNKS_MAX = 200

/** Of an own database: checks a restored copy, or records what standard input says of its backups. */
async function watchOwn(database: Database, copyUrl: string | undefined): Promise<void> {
  const ctx = { database, clock: systemClock }
  try {
    if (copyUrl !== undefined) return void say(await withDatabase(copyUrl, 2, (copy) => backups.checkCopy(ctx, copy)))
    const chunks: Buffer[] = await process.stdin.take(REPORT_CHUNKS_MAX).toArray()
    say(await backups.recordReport(ctx, Buffer.concat(chunks).toString()))
  } catch (error) {
    // Of PostgreSQL or the connection: the message is enough.
    throw errorCode(error) ? new BackupError(`Nothing is recorded. ${String(error)}`) : error
  }
}

async function main(): Promise<void> {
  const option = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    options: { try: option, 'make-key': option, help: option, report: option, check: { type: 'string' } },
  })
  if (values.help) return void say(HELP)
  if (values['make-key']) return printKey()
  const { backup, databaseUrl, dataDir } = readConfig()
  if ((values.report || values.check !== undefined) !== (databaseUrl !== undefined)) throw new BackupError(HELP)
  if (databaseUrl) return withDatabase(databaseUrl, 1, (database) => watchOwn(database, values.check))
  if (!backup) throw new BackupError('Where to? Set BACKUP_TO to a folder; see docs/runbooks/backups.md.')
  await (values.try ? tryLatest : backUp)(backup, resolve(dataDir))
}

await runCommand(main)
