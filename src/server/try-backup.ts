/**
 * Restores the latest backup into a scratch folder of DATA_DIR, checks that it adds up, and removes it. The weekly job
 * runs it in a process of its own. It needs as much free space as the database.
 */
import { realpath, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { explainBackupFault } from './explain-backup-fault.ts'
import { checkStore, recordWorking } from './features/admin/backups/check-store.ts'
import { BackupError } from './platform/backup/names.ts'
import { openDestination } from './platform/backup/open-destination.ts'
import { restoreBackup } from './platform/backup/restore-backup.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import { createLog } from './platform/logging.ts'
import { findRunningPostgres, stopPostmaster } from './platform/postgres/postmaster.ts'
import { readPostmasterFile } from './platform/postgres/postmaster-file.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

/** Removes what a trial that was killed left behind, with its PostgreSQL. */
async function clear(folder: string): Promise<void> {
  const clusterDir = await realpath(join(folder, 'postgres')).catch(() => null)
  const running = clusterDir === null ? null : await readPostmasterFile(clusterDir)
  if (clusterDir !== null && running) await stopPostmaster(running, clusterDir)
  if (clusterDir !== null) await rm(clusterDir, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}

async function check(url: string): Promise<string[]> {
  const database = openDatabase({ url, poolSize: 2, log: createLog('warn') })
  return checkStore(database).finally(() => database.close())
}

async function record(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 1, log: createLog('warn') })
  await recordWorking(database, 'trial', systemClock.now()).finally(() => database.close())
}

async function tryLatest(): Promise<void> {
  const { backup, dataDir } = readConfig()
  if (!backup) throw new BackupError('BACKUP_TO is not set.')
  const folder = join(resolve(dataDir), 'backup-trial')
  await clear(folder)
  try {
    const order = { to: 'latest', into: folder, key: backup.key, isTrial: true, log: say } as const
    const restored = await restoreBackup(openDestination(backup), order)
    const faults = await check(restored.ownerUrl).finally(() => restored.stop())
    if (faults.length > 0) throw new BackupError(`The restored store does not add up: ${faults.join(' ')}`)
    say(`The backup ${restored.manifest.id} works, up to ${restored.timeReached?.toISOString() ?? 'its end'}.`)
  } finally {
    await clear(folder)
  }
  const storeUrl = await findRunningPostgres(resolve(dataDir))
  if (storeUrl) await record(storeUrl)
}

try {
  await tryLatest()
} catch (error) {
  say(explainBackupFault(error))
  process.exitCode = 1
}
