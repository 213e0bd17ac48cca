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

const NEXT = (into: string) => `
What is different now:
  - Orders, links, stock and prices that were made or changed after that time are gone.
  - Emails and texts that were waiting at that time are held: an administrator sends them under Needs attention.
  - Refunds that were due at that time are sent again, under the same keys, so no money goes back twice within the
    time that the provider remembers them (Stripe: at least a day). Check older ones before you start.
  - The store asks the provider about payments that were open at that time, and settles those that were paid.
  - Payments of orders that were opened after that time have no order here. The store asks the provider about them
    and shows them under Needs attention.

What to do now:
  1. Keep the old store stopped: two stores must not answer the same buyers or write to the same backups.
  2. Copy the store’s secrets.json from its own backup to ${into}: no backup of the database has it.
  3. Start this one: DATA_DIR=${into} npm start
  4. Under Needs attention, refund the payments without an order, or enter their orders again with the buyers.
     In the provider’s dashboard, resend the webhook events since that time: each event counts once.
  5. Make a new backup once it works: npm run backup. See docs/runbooks/backups.md.`

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
  say(`Restored into ${into}: the store as it was at ${backup.takenAt.toISOString()}.\n${NEXT(into)}`)
}

await runCommand(restore)
