/** Restores the latest backup beside the store, checks it, and removes it. Takes as much space as the store. */
import { realpath, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readConfig } from './config/config.ts'
import { checkStore, recordWorking } from './features/admin/backups/check-store.ts'
import { BackupError } from './platform/backup/names.ts'
import { openDestination } from './platform/backup/open-destination.ts'
import { restoreBackup } from './platform/backup/restore-backup.ts'
import { systemClock } from './platform/clock.ts'
import { findRunningPostgres, stopPostmaster } from './platform/postgres/postmaster.ts'
import { readPostmasterFile } from './platform/postgres/postmaster-file.ts'
import { runCommand, say, withDatabase } from './run-command.ts'

async function clear(folder: string): Promise<void> {
  const clusterDir = await realpath(join(folder, 'postgres')).catch(() => null)
  const running = clusterDir === null ? null : await readPostmasterFile(clusterDir)
  if (clusterDir !== null && running) await stopPostmaster(running, clusterDir)
  if (clusterDir !== null) await rm(clusterDir, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}

async function tryLatest(): Promise<void> {
  const { backup, dataDir } = readConfig()
  if (!backup) throw new BackupError('BACKUP_TO is not set.')
  const folder = join(resolve(dataDir), 'backup-trial')
  await clear(folder)
  try {
    const order = { to: 'latest', into: folder, key: backup.key, isTrial: true, log: say } as const
    const restored = await restoreBackup(openDestination(backup), order)
    const faults = await withDatabase(restored.ownerUrl, 2, checkStore).finally(() => restored.stop())
    if (faults.length > 0) throw new BackupError(`The restored store does not add up: ${faults.join(' ')}`)
    say(`The backup ${restored.manifest.id} works, up to ${restored.timeReached?.toISOString() ?? 'its end'}.`)
  } finally {
    await clear(folder)
  }
  const storeUrl = await findRunningPostgres(resolve(dataDir))
  if (storeUrl) await withDatabase(storeUrl, 1, (database) => recordWorking(database, 'trial', systemClock.now()))
}

await runCommand(tryLatest)
