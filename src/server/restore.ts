/** `npm run restore`: restores into an empty folder, a store's DATA_DIR. It never touches the running store. */
import { parseArgs } from 'node:util'
import { readBackupConfig } from './config/config.ts'
import { markRestored } from './follow-restore.ts'
import { BackupError } from './platform/backup/names.ts'
import { openDestination } from './platform/backup/open-destination.ts'
import { type Restored, restoreBackup } from './platform/backup/restore-backup.ts'
import { runCommand, say } from './run-command.ts'

const HELP = `Restores the store as it was at a time, into an empty folder.

  npm run restore -- --to 2026-11-26T14:30:00Z --into ./restored
  npm run restore -- --to latest --into ./restored --from /mnt/backups

  --to time      an ISO time with its zone, or latest
  --into folder  empty or absent; afterwards start the store with DATA_DIR=folder
  --from place   the backups: a folder or s3://bucket/prefix; BACKUP_TO if left out

Encrypted backups need BACKUP_KEY; a bucket needs the variables that the store has for it.
See docs/runbooks/backups.md.
`

/** A time without a zone means something else on every machine, so it is refused. */
function readTime(text: string): Date | 'latest' {
  if (text === 'latest') return text
  const at = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new BackupError(`“${text}” is not a time with its zone, such as 2026-11-26T14:30:00Z.`)
  return at
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      into: { type: 'string' },
      from: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    say(HELP)
    process.exit(0)
  }
  if (!values.to || !values.into) throw new BackupError(`--to and --into are needed.\n\n${HELP}`)
  return { to: readTime(values.to), into: values.into, from: values.from }
}

function describe({ manifest, timeReached, timeline }: Restored, into: string): string[] {
  return [
    `Restored into ${into}:`,
    `  as of       ${timeReached?.toISOString() ?? manifest.endedAt} (the last change)`,
    `  from        backup ${manifest.id}, which ended at ${manifest.endedAt}; timeline ${timeline}`,
    `  written by  store ${manifest.storeVersion}, PostgreSQL ${manifest.postgresVersion}, migration ${manifest.migration ?? 'none'}`,
    '',
    'What is different now:',
    '  - Orders, links, stock and prices that were made or changed after that time are gone.',
    '  - Emails and texts that were waiting at that time are held: an administrator sends them under Needs attention.',
    '  - Refunds that were due at that time are sent again, under the same keys, so no money goes back twice within the',
    '    time that the provider remembers them (Stripe: at least a day). Check older ones before you start.',
    '  - The store asks the provider about payments that were open at that time, and settles those that were paid.',
    '  - Payments of orders that were opened after that time have no order here. The store asks the provider about them',
    '    and shows them under Needs attention.',
    '',
    'What to do now:',
    '  1. Keep the old store stopped: two stores must not answer the same buyers or write to the same backups.',
    `  2. Copy the store’s secrets.json from its own backup to ${into}: no backup of the database has it.`,
    `  3. Start this one: DATA_DIR=${into} npm start`,
    '  4. Under Needs attention, refund the payments without an order, or enter their orders again with the buyers.',
    '     In the provider’s dashboard, resend the webhook events since that time: each event counts once.',
    '  5. Make a new backup once it works: npm run backup. See docs/runbooks/backups.md.',
  ]
}

async function restore(): Promise<void> {
  const { to, into, from } = readOptions()
  const backup = readBackupConfig(from)
  if (!backup) throw new BackupError('Where are the backups? Name them with --from, or set BACKUP_TO.')
  const restored = await restoreBackup(openDestination(backup), { to, into, key: backup.key, isTrial: false, log: say })
  await restored.stop()
  await markRestored(into, restored.timeReached ?? new Date(restored.manifest.endedAt))
  for (const line of describe(restored, into)) say(line)
}

await runCommand(restore)
