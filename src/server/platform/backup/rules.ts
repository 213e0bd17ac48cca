/** Which backups are kept, and which one and how much of the log a restore needs. */
import { days } from '../clock.ts'
import { BackupError, type Manifest, readWalFile, type WalObject } from './names.ts'

const startOf = (manifest: Manifest): string => readWalFile(manifest.startSegment)?.position ?? ''

/** Keeps the backups of the last `keepDays` days and the newest older one. @param manifests oldest first */
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

/** Chooses the backup before a time, and the log up to it. @throws BackupError with the range that is possible */
export function planRestore(manifests: readonly Manifest[], wal: readonly WalObject[], to: Date | 'latest') {
  const [oldest] = manifests
  if (!oldest) throw new BackupError('There is no complete backup.')
  const newest = new Date(Math.max(Date.parse(oldest.endedAt), ...wal.map(({ archivedAt }) => archivedAt.getTime())))
  const range = `Times from ${oldest.endedAt} to ${newest.toISOString()} can be restored.`
  if (to !== 'latest' && to.toISOString() < oldest.endedAt)
    throw new BackupError(`${to.toISOString()} is before the oldest backup. ${range}`)
  if (to !== 'latest' && to > newest)
    throw new BackupError(`${to.toISOString()} is after the end of the archived log. ${range}`)

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
  // What was archived after the time begins before it, and usually reaches it. Segments of older timelines may follow.
  const seenPast = new Set<number>()
  const [kept, later]: [WalObject[], WalObject[]] = [[], []]
  for (const one of segments) {
    const list = seenPast.has(one.timeline) ? later : kept
    list.push(one)
    if (isPast(one.archivedAt)) seenPast.add(one.timeline)
  }
  requireNoGap(kept, manifest)
  return { manifest, timeline, wal: [...histories, ...kept], later }
}

/** `later` begins long before the time, too, if that log was archived late. */
export type RestorePlan = ReturnType<typeof planRestore>

/** PostgreSQL would take a gap for the end of the log, and later orders would be lost. @throws BackupError */
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

/** The place of the segment that follows. */
export function nextPosition(position: string): string {
  const file = Number.parseInt(position.slice(0, 8), 16)
  const segment = Number.parseInt(position.slice(8), 16) + 1
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return segment < SEGMENTS_PER_FILE ? hex(file) + hex(segment) : hex(file + 1) + hex(0)
}
