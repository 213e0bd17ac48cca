/**
 * Names of objects in a destination:
 * - `store.json`: which database it belongs to
 * - `wal/<file>.<when it was archived>.<SHA-256 of its content, 32 digits>.zst[.age]`: PostgreSQL's log
 * - `base/<id>/files.<number>.tar.zst[.age]`, parts of one archive, and `base/<id>/manifest.json`: one backup, complete
 *   once it has its manifest
 */
import * as z from 'zod/mini'

/** Why a backup or a restore cannot continue, with the remedy, for the person at the terminal: print the message alone. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const STORE_FILE = 'store.json'

interface WalFile {
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

/** @param hash SHA-256 in hex */
export function walObjectName(file: string, archivedAt: Date, hash: string, isSealed: boolean): string {
  return `${walPrefix(file)}${compact(archivedAt)}.${hash.slice(0, 32)}.zst${isSealed ? '.age' : ''}`
}

/** Null for anything but PostgreSQL's log. */
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

export const backupIdOf = (name: string): string | null => /^base\/([^/]+)\//.exec(name)?.[1] ?? null
const Segment = z.string().check(z.refine((file) => readWalFile(file)?.kind === 'segment'))

export const Manifest = z.object({
  format: z.literal(1),
  id: z.string().check(z.regex(/^[\w.-]+$/)),
  systemIdentifier: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  timeline: z.int(),
  startSegment: Segment,
  stopSegment: Segment,
  postgresVersion: z.string(),
  storeVersion: z.string(),
  /** The newest migration, in milliseconds as `schema_migrations` has it; null for an empty database. */
  migration: z.nullable(z.string()),
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  fileCount: z.int(),
  unpackedBytes: z.int(),
})
export type Manifest = z.infer<typeof Manifest>

const readJson = async (destination: Destination, name: string): Promise<unknown> =>
  JSON.parse((await destination.get(name)).toString('utf8'))

export const listWal = async (destination: Destination): Promise<WalObject[]> =>
  (await destination.list('wal/')).flatMap(({ name }) => readWalObject(name) ?? [])

export const putJson = (destination: Destination, name: string, value: object): Promise<void> =>
  destination.put(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

/** Reads the manifests of all complete backups, oldest first, and the ids of those that cannot be read. */
export async function readManifests(
  destination: Destination,
): Promise<{ manifests: Manifest[]; unreadable: string[] }> {
  const manifests: Manifest[] = []
  const unreadable: string[] = []
  for (const { name } of await destination.list('base/')) {
    const [, id] = /^base\/([^/]+)\/manifest\.json$/.exec(name) ?? []
    if (id === undefined) continue
    const parsed = Manifest.safeParse(await readJson(destination, manifestName(id)).catch(() => null))
    if (parsed.success && parsed.data.id === id) manifests.push(parsed.data)
    else unreadable.push(id)
  }
  return { manifests: manifests.sort((a, b) => (a.endedAt < b.endedAt ? -1 : 1)), unreadable }
}

const StoreMark = z.object({ systemIdentifier: z.string() })

/** Marks a new destination as this database's. @throws BackupError if it is another's: their logs would mix */
export async function claimDestination(destination: Destination, systemIdentifier: string): Promise<void> {
  if ((await destination.list(STORE_FILE)).length === 0)
    return putJson(destination, STORE_FILE, { systemIdentifier } satisfies z.infer<typeof StoreMark>)
  const mark = StoreMark.safeParse(await readJson(destination, STORE_FILE))
  if (mark.success && mark.data.systemIdentifier === systemIdentifier) return
  throw new BackupError(
    `${destination.label} has the backups of another database. Set BACKUP_TO to a place of this store's own.`,
  )
}

export interface StoredObject {
  /** Path below the destination, with `/`. */
  name: string
  bytes: number
}

/** Where backups are kept: a folder or a bucket, as named objects that are complete or absent. */
export interface Destination {
  /** Where it is, for people; no secrets. */
  readonly label: string
  /** The object appears when it is complete and durable, replacing one of the same name. */
  put(name: string, content: Uint8Array): Promise<void>
  get(name: string): Promise<Buffer>
  list(prefix: string): Promise<StoredObject[]>
  remove(name: string): Promise<void>
  /** Removes what was left behind by writes that were killed long ago. */
  removeUnfinished(): Promise<void>
}

export interface S3Access {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
  region: string
  /** For a server other than Amazon's, such as `https://minio.example.com`. */
  endpoint: string | undefined
}

export interface BackupConfig {
  /** A folder, or `s3://bucket/prefix`. */
  to: string
  /** The public key (`age1…`) that every object is encrypted for; absent: that of `key`; without both: not encrypted. */
  recipient: string | undefined
  key: string | undefined
  keepDays: number
  s3: S3Access | undefined
}
