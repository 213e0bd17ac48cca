/** Which backups are kept, and which one and how much of the log a restore needs. */
import { days } from '../clock.ts'
import type { Manifest } from './names.ts'
import { BackupError, readWalFile, type WalObject } from './names.ts'

/** Returns the place in the log from which a backup needs it. */
const startOf = (manifest: Manifest): string => readWalFile(manifest.startSegment)?.position ?? ''

/**
 * Chooses what to remove, so that every time of the last `keepDays` days can still be restored: all younger backups stay,
 * and the newest of the older ones. The newest backup always stays.
 *
 * @param manifests of complete backups, oldest first
 */
export function choosePruned(
  manifests: readonly Manifest[],
  wal: readonly WalObject[],
  { now, keepDays }: { now: Date; keepDays: number },
): { backups: Manifest[]; wal: WalObject[] } {
  const cutoff = new Date(now.getTime() - days(keepDays)).toISOString()
  const firstYoung = manifests.findIndex(({ endedAt }) => endedAt > cutoff)
  const firstKept = Math.max(0, (firstYoung === -1 ? manifests.length : firstYoung) - 1)
  const kept = manifests.slice(firstKept)
  // Without any backup the log alone is worthless, but one may be in progress.
  if (kept.length === 0) return { backups: [], wal: [] }
  const [from = ''] = kept.map(startOf).sort()
  // Histories of timelines are tiny, and later restores need them.
  return {
    backups: manifests.slice(0, firstKept),
    wal: wal.filter(({ kind, position }) => kind !== 'history' && position < from),
  }
}

export interface RestorePlan {
  manifest: Manifest
  timeline: number
  /** What to fetch, oldest first. */
  wal: WalObject[]
  /** What to fetch too if the time is not in `wal`, oldest first: a log that was archived late begins long before. */
  later: WalObject[]
}

const words = (at: Date | string): string => (typeof at === 'string' ? at : at.toISOString())

/**
 * Chooses the backup before a time, and the log from there to that time.
 *
 * @param manifests of complete backups, oldest first
 * @throws BackupError if that time cannot be restored, with the possible range
 */
export function planRestore(
  manifests: readonly Manifest[],
  wal: readonly WalObject[],
  to: Date | 'latest',
): RestorePlan {
  const [oldest] = manifests
  if (!oldest) throw new BackupError('There is no complete backup.')
  const newest = new Date(Math.max(Date.parse(oldest.endedAt), ...wal.map(({ archivedAt }) => archivedAt.getTime())))
  const range = `Times from ${words(oldest.endedAt)} to ${words(newest)} can be restored.`
  if (to !== 'latest' && to.toISOString() < oldest.endedAt)
    throw new BackupError(`${words(to)} is before the oldest backup. ${range}`)
  if (to !== 'latest' && to > newest)
    throw new BackupError(`${words(to)} is after the end of the archived log. ${range}`)

  const isPast = (at: Date) => to !== 'latest' && at > to
  const manifest = manifests.findLast(({ endedAt }) => to === 'latest' || endedAt <= to.toISOString()) ?? oldest
  // A restore starts a timeline of its own. At a time before that, the store was still on the one before.
  const timeline = wal
    .filter(({ kind, archivedAt }) => kind === 'history' && !isPast(archivedAt))
    .reduce((last, one) => Math.max(last, one.timeline), manifest.timeline)
  const from = startOf(manifest)
  const histories = wal.filter(({ kind }) => kind === 'history')
  const segments = wal
    .filter((one) => one.kind === 'segment' && one.position >= from && one.timeline <= timeline)
    .sort((a, b) => (a.position + a.file < b.position + b.file ? -1 : 1))
  // What was archived after the time begins before it, and usually reaches it. A segment of an older timeline can be
  // among the later ones.
  const needed = new Set<WalObject>()
  for (const line of new Set(segments.map((one) => one.timeline))) {
    const ofLine = segments.filter((one) => one.timeline === line)
    const firstPast = ofLine.findIndex(({ archivedAt }) => isPast(archivedAt))
    for (const one of firstPast === -1 ? ofLine : ofLine.slice(0, firstPast + 1)) needed.add(one)
  }
  const kept = segments.filter((one) => needed.has(one))
  requireNoGap(kept, manifest)
  return { manifest, timeline, wal: [...histories, ...kept], later: segments.filter((one) => !needed.has(one)) }
}

/**
 * PostgreSQL would take a missing segment for the end of the log, and orders after it would be lost silently.
 *
 * @throws BackupError naming the first one that is missing between a backup and the last of these
 */
export function requireNoGap(segments: readonly WalObject[], manifest: Manifest): void {
  const positions = new Set(segments.map(({ position }) => position))
  const stop = readWalFile(manifest.stopSegment)?.position ?? ''
  const end = [segments.at(-1)?.position ?? '', stop].sort().at(-1) ?? stop
  for (let at = startOf(manifest); at <= end; at = nextPosition(at))
    if (!positions.has(at))
      throw new BackupError(
        `The archived log has a gap: segment ${at} is missing. Choose a time before it, or another backup.`,
      )
}

/** A log file of 4 GB has 256 segments of 16 MB. */
const SEGMENTS_PER_FILE = 256

/** Returns the place of the segment that follows. */
export function nextPosition(position: string): string {
  const file = Number.parseInt(position.slice(0, 8), 16)
  const segment = Number.parseInt(position.slice(8), 16) + 1
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return segment < SEGMENTS_PER_FILE ? hex(file) + hex(segment) : hex(file + 1) + hex(0)
}
