/** What a destination says about itself: the database that it belongs to, and each backup. */
import * as z from 'zod/mini'
import { BackupError } from './backup-error.ts'
import type { Destination } from './destination.ts'
import { manifestName, readWalFile, STORE_FILE } from './names.ts'

const Segment = z.string().check(z.refine((file) => readWalFile(file)?.kind === 'segment'))

export const Manifest = z.object({
  format: z.literal(1),
  id: z.string().check(z.regex(/^[\w.-]+$/)),
  /** Of the database cluster; the same after a restore. */
  systemIdentifier: z.string(),
  startedAt: z.iso.datetime(),
  /** The earliest time that this backup can be restored to. */
  endedAt: z.iso.datetime(),
  timeline: z.int(),
  /** The segments of the log without which the copy is not consistent: first and last. */
  startSegment: Segment,
  stopSegment: Segment,
  postgresVersion: z.string(),
  storeVersion: z.string(),
  /** The newest migration, in milliseconds as `schema_migrations` has it; null for an empty database. */
  migration: z.nullable(z.string()),
  /** The parts of the archive in order, with their checksums as they are stored. */
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  /** How many files are in it, and their size unpacked. */
  fileCount: z.int(),
  unpackedBytes: z.int(),
})
export type Manifest = z.infer<typeof Manifest>

const readJson = async (destination: Destination, name: string): Promise<unknown> =>
  JSON.parse((await destination.get(name)).toString('utf8'))

export const putJson = (destination: Destination, name: string, value: object): Promise<void> =>
  destination.put(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

/** Reads the manifests of all complete backups, oldest first; with the ids of those that cannot be read. */
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

/**
 * Marks a new destination as this database's.
 *
 * @throws BackupError if it is another's: its log would overwrite or mix with the other's
 */
export async function claimDestination(destination: Destination, systemIdentifier: string): Promise<void> {
  if ((await destination.list(STORE_FILE)).length === 0)
    return putJson(destination, STORE_FILE, { systemIdentifier } satisfies z.infer<typeof StoreMark>)
  const mark = StoreMark.safeParse(await readJson(destination, STORE_FILE))
  if (mark.success && mark.data.systemIdentifier === systemIdentifier) return
  throw new BackupError(
    `${destination.label} has the backups of another database. Set BACKUP_TO to a place of this store's own.`,
  )
}
