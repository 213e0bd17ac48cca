/**
 * Names of objects in a destination:
 * - `store.json`: which database it belongs to
 * - `wal/<file>.<when it was archived>.<SHA-256 of its content, 32 digits>.zst[.age]`: PostgreSQL's log
 * - `base/<id>/files.<number>.tar.zst[.age]`, parts of one archive, and `base/<id>/manifest.json`: one backup, complete
 *   once it has its manifest
 */

export const STORE_FILE = 'store.json'

/** A file of PostgreSQL's log, as PostgreSQL names it. */
export interface WalFile {
  file: string
  kind: 'segment' | 'partial' | 'history' | 'label'
  timeline: number
  /** Its place in the log, the same on every timeline; empty for a history. Sorts as text. */
  position: string
}

const WAL_FILE = /^([0-9A-F]{8})(?:([0-9A-F]{16})(\.partial|\.[0-9A-F]{8}\.backup)?|\.history)$/

/** Reads the name of a file of PostgreSQL's log; null for anything else. */
export function readWalFile(file: string): WalFile | null {
  const [, timeline, position, ending] = WAL_FILE.exec(file) ?? []
  if (timeline === undefined) return null
  const kind = position === undefined ? 'history' : !ending ? 'segment' : ending === '.partial' ? 'partial' : 'label'
  return { file, kind, timeline: Number.parseInt(timeline, 16), position: position ?? '' }
}

export interface WalObject extends WalFile {
  name: string
  archivedAt: Date
  hash: string
}

/** `20261126T203015.123Z`: sorts as text. */
const compact = (at: Date): string => at.toISOString().replaceAll(/[-:]/g, '')
const readCompact = (text: string): Date =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)([\d.]+Z)$/, '$1-$2-$3T$4:$5:$6'))

const WAL_OBJECT = /^wal\/(.+)\.(\d{8}T\d{6}\.\d{3}Z)\.([0-9a-f]{32})\.zst(?:\.age)?$/

export const walPrefix = (file: string): string => `wal/${file}.`

/** Returns the name for a file of the log. @param hash SHA-256 in hex */
export function walObjectName(file: string, archivedAt: Date, hash: string, isSealed: boolean): string {
  return `${walPrefix(file)}${compact(archivedAt)}.${hash.slice(0, 32)}.zst${isSealed ? '.age' : ''}`
}

/** Reads the name of an object with PostgreSQL's log; null for anything else. */
export function readWalObject(name: string): WalObject | null {
  const [, file, at, hash] = WAL_OBJECT.exec(name) ?? []
  const wal = readWalFile(file ?? '')
  if (!wal || at === undefined || hash === undefined) return null
  return { ...wal, name, archivedAt: readCompact(at), hash }
}

export const backupId = (startedAt: Date): string => compact(startedAt)
export const manifestName = (id: string): string => `base/${id}/manifest.json`
export const partName = (id: string, number: number, isSealed: boolean): string =>
  `base/${id}/files.${String(number).padStart(6, '0')}.tar.zst${isSealed ? '.age' : ''}`

/** Returns the id of the backup that an object belongs to; null if it belongs to none. */
export const backupIdOf = (name: string): string | null => /^base\/([^/]+)\//.exec(name)?.[1] ?? null
