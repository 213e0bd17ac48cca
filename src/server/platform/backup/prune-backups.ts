/** Removes backups, and log, that no restore within the kept days needs. */
import type { BackupConfig, Destination } from './destination.ts'
import { type Manifest, readManifests } from './manifest.ts'
import { manifestName, readWalObject } from './names.ts'
import { choosePruned } from './rules.ts'

/** @returns how many backups and files of the log it removed */
export async function pruneBackups(
  destination: Destination,
  { now, keepDays }: { now: Date } & Pick<BackupConfig, 'keepDays'>,
): Promise<{ backups: number; wal: number }> {
  const { manifests, unreadable } = await readManifests(destination)
  // A damaged manifest may be the only one that needs an old part of the log. A person has to look.
  if (unreadable.length > 0) return { backups: 0, wal: 0 }
  const wal = (await destination.list('wal/')).flatMap(({ name }) => readWalObject(name) ?? [])
  const pruned = choosePruned(manifests, wal, { now, keepDays })
  for (const manifest of pruned.backups) await removeBackup(destination, manifest)
  for (const { name } of pruned.wal) await destination.remove(name)
  return { backups: pruned.backups.length, wal: pruned.wal.length }
}

/** The manifest goes first, so that no restore chooses this backup anymore. */
async function removeBackup(destination: Destination, { id }: Manifest): Promise<void> {
  await destination.remove(manifestName(id))
  for (const { name } of await destination.list(`base/${id}/`)) await destination.remove(name)
}
