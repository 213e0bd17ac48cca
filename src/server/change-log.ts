/** `npm run log`: shows and closes the public log, and deletes keys of past years. See docs/runbooks/log.md. */
import { parseArgs } from 'node:util'
import { readConfig } from './config/config.ts'
import { closeLog } from './features/proof/close-log.ts'
import { destroyYearKey, LogKeysError } from './features/proof/log-keys.ts'
import { findLog } from './features/proof/queries.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/context.ts'
import type { Database } from './platform/database/database.ts'
import { findStoreDatabase, print, runCommand, withDatabase } from './run-command.ts'

const USAGE = `npm run log                               the open log, and whether it is published
npm run log -- close                      closes a log that the store refuses to sign, and opens the next
npm run log -- close --reason "<text>"    closes a log that can be signed; everyone can read the reason
              --new-keys                  with new keys of labels too: they leaked or are lost
              --host <name>               what the new log is named after, instead of the host of PUBLIC_URL
npm run log -- destroy-key <year>         deletes what links labels of a past year to properties
`

async function show(database: Database): Promise<void> {
  const [log] = await database.run(findLog)
  if (!log) return print('This store has no log yet.')
  print(`${log.origin}: ${log.size} entries, ${log.published_size} of them published`)
  print(`last published: ${log.published_at?.toISOString() ?? 'never'}`)
  if (log.problem) print(`not published anymore: ${log.problem}`)
}

async function close(
  database: Database,
  config: Config,
  { reason, host, hasNewLabels }: { reason: string | null; host: string | undefined; hasNewLabels: boolean },
): Promise<void> {
  const [log] = await database.run(findLog)
  const named = host ?? (config.publicUrl ? new URL(config.publicUrl).host : log?.origin.split('/')[0])
  if (!named || !/^[^\s/+]+$/.test(named)) throw new LogKeysError('The name of a host is needed: --host store.example')
  const { origin, follows, waiting } = await closeLog(
    { database, config, clock: systemClock },
    { host: named, reason, hasNewLabels },
  )
  if (!follows) return print(`Nothing is left to do: the log before ${origin} is closed.`)
  const { signed, kept } = follows
  print(
    `Closed ${kept.origin}. ${signed.origin} was signed with ${signed.size} entries; ${kept.size} can still be read.`,
  )
  print(`Opened ${origin}. ${waiting} leads of the closed log wait for it; running nodes add them now.`)
  print(`Copy ${config.logKeysFile} to nodes with a copy of their own, and renew your backup of it.`)
  print('Give each witness the key of the new log: the first line of /log/policy.')
}

/** Needs no database: only the file has the key. */
async function destroyKey(config: Config, year: string | undefined): Promise<void> {
  const path = config.logKeysFile
  if (!path) throw new LogKeysError('This store keeps no log: LOG_KEYS_FILE is not set.')
  if (!/^\d{4}$/.test(year ?? '')) throw new LogKeysError(USAGE.trimEnd())
  const isDone = await destroyYearKey(path, Number(year), systemClock.now())
  if (!isDone) return print(`The file has no key of ${year}: nothing is left to do.`)
  print(
    `Deleted the key of ${year}. Copy ${path} to nodes with a copy of their own, and delete your earlier backups of it.`,
  )
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { reason: { type: 'string' }, host: { type: 'string' }, 'new-keys': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [verb = 'show', ...more] = positionals
  const config = readConfig()
  if (verb === 'destroy-key' && more.length <= 1) return destroyKey(config, more[0])
  if (!['show', 'close'].includes(verb) || more.length > 0) throw new LogKeysError(USAGE.trimEnd())
  const url = await findStoreDatabase(config)
  if (!url) throw new LogKeysError('Start the store first: the log is in its database.')
  const options = { reason: values.reason ?? null, host: values.host, hasNewLabels: values['new-keys'] }
  await withDatabase(url, 3, (database) => (verb === 'show' ? show(database) : close(database, config, options)))
}

await runCommand(() => run(process.argv.slice(2)), LogKeysError)
