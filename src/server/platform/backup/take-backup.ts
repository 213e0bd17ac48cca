/** Takes a base backup of the running embedded PostgreSQL; with the log after it, any later time can be restored. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import { minutes } from '#server/platform/clock.ts'
import { withClient } from '#server/platform/postgres/cluster.ts'
import { FileArchive } from './cluster-files.ts'
import {
  type BackupConfig,
  BackupError,
  backupId,
  backupIdOf,
  claimDestination,
  type Destination,
  listWal,
  type Manifest,
  manifestName,
  partName,
  putJson,
  readManifests,
  readWalFile,
} from './names.ts'
import { choosePruned, nextPosition } from './rules.ts'
import { encrypt } from './seal.ts'
import { shipWal } from './ship-wal.ts'

/** @returns how many backups and files of the log it removed */
export async function pruneBackups(
  destination: Destination,
  { now, keepDays }: { now: Date } & Pick<BackupConfig, 'keepDays'>,
): Promise<{ backups: number; wal: number }> {
  const { manifests, unreadable } = await readManifests(destination)
  // A damaged manifest may be the only one that needs an old part of the log. A person has to look.
  if (unreadable.length > 0) return { backups: 0, wal: 0 }
  const pruned = choosePruned(manifests, await listWal(destination), { now, keepDays })
  for (const manifest of pruned.backups) await removeBackup(destination, manifest)
  for (const { name } of pruned.wal) await destination.remove(name)
  return { backups: pruned.backups.length, wal: pruned.wal.length }
}

/** The manifest goes first, so that no restore chooses this backup anymore. */
async function removeBackup(destination: Destination, { id }: Manifest): Promise<void> {
  await destination.remove(manifestName(id))
  for (const { name } of await destination.list(`base/${id}/`)) await destination.remove(name)
}

/** Two numbers that no other advisory lock of the store uses: "lead", "back". */
const LOCK = [0x6c656164, 0x6261636b] as const
/** PostgreSQL archives the last segment within seconds, or something is wrong with its folder. */
const ARCHIVED_WITHIN_MS = minutes(5)
/** The least size of a part; a few copies of it are in memory at once. */
const PART_BYTES = 32 * 1024 * 1024

export interface BackupSource {
  ownerUrl: string
  dataDir: string
  clusterDir: string
  archiveDir: string
}

interface Work {
  client: pg.Client
  source: BackupSource
  destination: Destination
  recipients: readonly string[]
}

/** Exists once its manifest is written. @throws BackupError if another is running, or the log is not archived */
export async function takeBackup(
  source: BackupSource,
  destination: Destination,
  recipients: readonly string[],
): Promise<Manifest> {
  return withClient(
    source.ownerUrl,
    async (client) => {
      // Held until the connection ends, which also ends a backup that is still in progress.
      const { taken } = await one<{ taken: boolean }>(client, 'select pg_try_advisory_lock($1, $2) as taken', [...LOCK])
      if (!taken) throw new BackupError('Another backup of this store is running.')
      const cluster = await describeCluster(client)
      if (!cluster.isArchived)
        throw new BackupError(
          'The running store does not archive its log. Set BACKUP_TO and restart it, then try again.',
        )
      await claimDestination(destination, cluster.systemIdentifier)
      await removeHalfMade(destination)
      return await copy({ client, source, destination, recipients }, cluster)
    },
    'leadyard backup',
  )
}

async function copy(work: Work, cluster: Awaited<ReturnType<typeof describeCluster>>): Promise<Manifest> {
  const { client, source, destination, recipients } = work
  const startedAt = await now(client)
  const id = backupId(startedAt)
  const start = await one<{ segment: string }>(
    client,
    `select pg_walfile_name(pg_backup_start($1, fast => true)) as segment`,
    [`leadyard ${id}`],
  )
  const tar = pack()
  const archive = new FileArchive(tar)
  const stored = putParts(work, id, tar)
  const filled = fill(work, archive).then((stop) => {
    tar.finalize()
    return stop
  })
  filled.catch((error) => tar.destroy(error))
  stored.catch((error) => tar.destroy(error))
  const [stop, parts] = await Promise.all([filled, stored])

  await shipWal(source.archiveDir, destination, recipients)
  await requireWal(destination, start.segment, stop.segment)
  const manifest: Manifest = {
    format: 1,
    id,
    systemIdentifier: cluster.systemIdentifier,
    startedAt: startedAt.toISOString(),
    endedAt: stop.endedAt.toISOString(),
    timeline: cluster.timeline,
    startSegment: start.segment,
    stopSegment: stop.segment,
    postgresVersion: cluster.version,
    storeVersion: await readStoreVersion(),
    migration: await readMigration(client),
    parts,
    fileCount: archive.fileCount,
    unpackedBytes: archive.unpackedBytes,
  }
  await putJson(destination, manifestName(id), manifest)
  return manifest
}

async function putParts({ destination, recipients }: Work, id: string, tar: Pack): Promise<Manifest['parts']> {
  const parts: Manifest['parts'] = []
  const packed = createZstdCompress()
  const reading = pipeline(Readable.from(tar), packed)
  reading.catch(() => undefined)
  for await (const content of inParts(packed)) {
    const name = partName(id, parts.length + 1, recipients.length > 0)
    const sealed = await encrypt(content, recipients)
    await destination.put(name, sealed)
    parts.push({ name, bytes: sealed.length, sha256: createHash('sha256').update(sealed).digest('hex') })
  }
  await reading
  return parts
}

async function* inParts(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

/** Copies everything, then ends the backup: only PostgreSQL knows what its label says. */
async function fill({ client, source }: Work, archive: FileArchive): Promise<{ segment: string; endedAt: Date }> {
  await archive.addStore(source.dataDir, source.clusterDir)
  await client.query(`set statement_timeout = ${ARCHIVED_WITHIN_MS}`)
  const { label, map, segment } = await one<{ label: string; map: string; segment: string }>(
    client,
    `select labelfile as label, spcmapfile as map, pg_walfile_name(lsn) as segment
     from pg_backup_stop(wait_for_archive => true)`,
  )
  await archive.addText('cluster/backup_label', Buffer.from(label))
  if (map !== '') await archive.addText('cluster/tablespace_map', Buffer.from(map))
  return { segment, endedAt: await now(client) }
}

/** Makes sure that the log of the backup itself is at the destination: without it, the copy is worthless. */
async function requireWal(destination: Destination, startSegment: string, stopSegment: string): Promise<void> {
  const segments = (await listWal(destination)).filter(({ kind }) => kind === 'segment')
  const positions = new Set(segments.map(({ position }) => position))
  const first = readWalFile(startSegment)?.position ?? ''
  const last = readWalFile(stopSegment)?.position ?? ''
  for (let at = first; at <= last; at = nextPosition(at))
    if (!positions.has(at)) throw new BackupError(`The log's segment ${at} did not reach ${destination.label}.`)
}

/** Removes what a killed backup left: files without a manifest. The lock keeps those of a running one safe. */
async function removeHalfMade(destination: Destination): Promise<void> {
  await destination.removeUnfinished()
  const { manifests, unreadable } = await readManifests(destination)
  const known = new Set([...manifests.map(({ id }) => id), ...unreadable])
  for (const { name } of await destination.list('base/'))
    if (!known.has(backupIdOf(name) ?? '')) await destination.remove(name)
}

const describeCluster = (client: pg.Client) =>
  one<{ systemIdentifier: string; timeline: number; version: string; isArchived: boolean }>(
    client,
    `select s.system_identifier::text as "systemIdentifier", c.timeline_id as timeline,
       current_setting('server_version') as version,
       current_setting('archive_mode') = 'on' and current_setting('archive_library') = 'basic_archive' as "isArchived"
     from pg_control_system() s, pg_control_checkpoint() c`,
  )

const now = async (client: pg.Client): Promise<Date> =>
  (await one<{ now: Date }>(client, 'select clock_timestamp() as now')).now

async function one<Row extends pg.QueryResultRow>(client: pg.Client, sql: string, values: unknown[] = []) {
  const [row] = (await client.query<Row>(sql, values)).rows
  if (!row) throw new Error('a statement that always returns a row returned none')
  return row
}

async function readMigration(client: pg.Client): Promise<string | null> {
  const { isThere } = await one<{ isThere: boolean }>(
    client,
    `select to_regclass('public.schema_migrations') is not null as "isThere"`,
  )
  if (!isThere) return null
  return (await one<{ last: string | null }>(client, 'select max(created_at)::text as last from schema_migrations'))
    .last
}

async function readStoreVersion(): Promise<string> {
  const file = new URL('../../../../package.json', import.meta.url)
  const { version }: { version: string } = JSON.parse(await readFile(file, 'utf8'))
  return version
}
