/** `npm run restore`: restores into an empty folder, a store's DATA_DIR. It never touches the running store. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readBackupConfig } from './config/config.ts'
import { markRestored } from './follow-restore.ts'
import { BackupError } from './platform/backup/backup-config.ts'
import { restoreBackup } from './platform/backup/restore-backup.ts'
import { runCommand, say } from './run-command.ts'

const HELP = `Restores the store as it was when a backup was made, into an empty folder.

  npm run restore -- --into ./restored
  npm run restore -- --into ./restored --from /mnt/backups --backup leadyard-….tar.zst.age

  --into folder  empty or absent; afterwards start the store with DATA_DIR=folder
  --from folder  the backups; BACKUP_TO if left out
  --backup name  one of the files there, whose names tell when they were made; the latest if left out

Encrypted backups need BACKUP_KEY.
See docs/runbooks/backups.md.
`

async function restore(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { into: text, from: text, backup: text, help: { type: 'boolean', default: false } },
  })
  if (values.help) return void say(HELP)
  const { into, from, backup: name } = values
  if (!into) throw new BackupError(`--into is needed.\n\n${HELP}`)
  const config = readBackupConfig(from)
  if (!config) throw new BackupError('Where are the backups? Name them with --from, or set BACKUP_TO.')
  const { backup, stop } = await restoreBackup({ from: resolve(config.to), into, name, key: config.key, log: say })
  await stop()
  await markRestored(into, backup.takenAt)
  say(
    `Restored into ${into}: the store as it was at ${backup.takenAt.toISOString()}.\n` +
      `Now keep the old store stopped, copy its secrets.json there, and start this one: DATA_DIR=${into} npm start\n` +
      'What was lost and what to do about it: docs/runbooks/backups.md, Restore.',
  )
}

await runCommand(restore)
