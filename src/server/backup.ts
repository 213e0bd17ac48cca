/** `npm run backup`, and the store's daily job, in a process of its own: compressing would slow down the shop. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from './config/config.ts'
import { recordWorking } from './features/admin/backups/check-store.ts'
import { type BackupConfig, BackupError } from './platform/backup/names.ts'
import { openDestination } from './platform/backup/open-destination.ts'
import { makeKey, recipientsOf } from './platform/backup/seal.ts'
import { shipWal } from './platform/backup/ship-wal.ts'
import { type BackupSource, pruneBackups, takeBackup } from './platform/backup/take-backup.ts'
import { systemClock } from './platform/clock.ts'
import { archiveDirOf } from './platform/postgres/cluster.ts'
import { findRunningCluster } from './platform/postgres/postmaster.ts'
import { startEmbeddedPostgres } from './platform/postgres/start-embedded-postgres.ts'
import { runCommand, say, withDatabase } from './run-command.ts'

const HELP = `Backs up the embedded database to BACKUP_TO, while the store runs or not.

  npm run backup                 makes a backup and removes those that are too old
  npm run backup -- --make-key   prints a new pair of keys, to encrypt backups

See docs/runbooks/backups.md.
`

async function printKey(): Promise<void> {
  const { key, recipient } = await makeKey()
  say('Keep the secret key where this machine’s loss does not reach it: without it, no backup can be read.')
  process.stdout.write(`BACKUP_RECIPIENT=${recipient}\nBACKUP_KEY=${key}\n`)
}

async function openSource(dataDir: string): Promise<BackupSource & { close(): Promise<void> }> {
  const running = await findRunningCluster(dataDir)
  if (running)
    return { ...running, dataDir, archiveDir: archiveDirOf(running.clusterDir), close: async () => undefined }
  const postgres = await startEmbeddedPostgres({ dataDir, isArchived: true, log: say })
  return { ...postgres, dataDir, close: () => postgres.stop() }
}

/** For the attention list; an older database has no table for it yet. */
const record = (ownerUrl: string) =>
  withDatabase(ownerUrl, 1, (database) => recordWorking(database, 'backup', systemClock.now())).catch(
    (error: unknown) => say(`Not recorded for the attention list: ${String(error)}`),
  )

async function backUp(config: BackupConfig, dataDir: string): Promise<void> {
  const destination = openDestination(config)
  const recipients = await recipientsOf(config)
  if (recipients.length === 0)
    say('Warning: this backup is not encrypted. Set BACKUP_RECIPIENT or BACKUP_KEY; npm run backup -- --make-key')
  const source = await openSource(dataDir)
  try {
    const { id, parts, unpackedBytes, fileCount, endedAt } = await takeBackup(source, destination, recipients)
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
    say(
      `Backup ${id} is in ${destination.label}: ${fileCount} files, ${megabytes(unpackedBytes)}, stored as ${megabytes(parts.reduce((sum, part) => sum + part.bytes, 0))}.`,
    )
    say(`Times from ${endedAt} on can be restored from it.`)
    await record(source.ownerUrl)
    const removed = await pruneBackups(destination, { now: systemClock.now(), keepDays: config.keepDays })
    if (removed.backups + removed.wal > 0)
      say(`Removed ${removed.backups} backups and ${removed.wal} files of the log that are older than needed.`)
  } finally {
    await source.close()
  }
  await shipWal(source.archiveDir, destination, recipients)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'make-key': { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return void say(HELP)
  if (values['make-key']) return printKey()
  const { backup, databaseUrl, dataDir } = readConfig()
  if (databaseUrl)
    throw new BackupError(
      'The database is your own (DATABASE_URL): back it up with pgBackRest, see docs/runbooks/backups.md.',
    )
  if (!backup)
    throw new BackupError('Where to? Set BACKUP_TO to a folder or s3://bucket/prefix; see docs/runbooks/backups.md.')
  await backUp(backup, resolve(dataDir))
}

await runCommand(main)
