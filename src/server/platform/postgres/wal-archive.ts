/**
 * PostgreSQL's log, kept for restores to a point in time. PostgreSQL copies each finished segment into a folder next to
 * the cluster, with its own `basic_archive`: durably, and never over other content. platform/backup ships it from there,
 * since PostgreSQL's user may neither reach the destination nor know its keys.
 */
import { chown, mkdir } from 'node:fs/promises'
import type { Installation } from './installation.ts'

/** A segment is archived when it is full, or after this many seconds if anything was written: the most that a loss of the disk costs. */
const ARCHIVE_TIMEOUT_S = 60

export const archiveDirOf = (clusterDir: string): string => `${clusterDir}-archive`

/** Makes the folder, which PostgreSQL's user writes. @returns its path */
export async function prepareArchive({ clusterDir, user }: Installation): Promise<string> {
  const folder = archiveDirOf(clusterDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

/** Returns PostgreSQL's settings for it; `archive_mode` takes effect only at a start. */
export const archiveSettings = (archiveDir: string): Record<string, string> => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': archiveDir,
  archive_timeout: String(ARCHIVE_TIMEOUT_S),
})
