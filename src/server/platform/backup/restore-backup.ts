/** Restores a backup and the log after it into an empty folder, as the `DATA_DIR` of a store. */
import { createHash } from 'node:crypto'
import { chown, mkdir, open, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { extract, type Header } from 'tar-stream'
import { hours } from '#server/platform/clock.ts'
import {
  archiveDirOf,
  archiveSettings,
  clusterPassword,
  OWNER_ROLE,
  postgresUrl,
  prepareArchive,
  STORE_DATABASE,
} from '#server/platform/postgres/cluster.ts'
import { chooseInstallation, type Installation } from '#server/platform/postgres/installation.ts'
import {
  ensurePostmaster,
  findRunningPostgres,
  type Postmaster,
  stopPostmaster,
} from '#server/platform/postgres/postmaster.ts'
import { EmbeddedPostgresError, findPostgresProgram, type SystemUser } from '#server/platform/postgres/program.ts'
import { openServerLog, type ServerLog } from '#server/platform/postgres/server-log.ts'
import { isEmptyFolder } from './cluster-files.ts'
import type { Destination } from './destination.ts'
import { BackupError, type Manifest, readManifests, readWalObject, type WalObject } from './names.ts'
import { planRestore, type RestorePlan, requireNoGap } from './rules.ts'
import { damaged, decrypt, unseal } from './seal.ts'

type Take = (header: Header, content: AsyncIterable<Buffer>) => Promise<void>

async function drain(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content);
}

/** Fetches the parts in order. @throws BackupError if one is damaged, or was encrypted for another key */
async function* readParts(
  destination: Destination,
  { parts }: Manifest,
  key: string | undefined,
): AsyncGenerator<Buffer> {
  for (const { name, bytes, sha256 } of parts) {
    const content = await destination.get(name)
    if (content.length !== bytes) throw damaged(name, `it has ${content.length} bytes, not ${bytes}`)
    if (createHash('sha256').update(content).digest('hex') !== sha256)
      throw damaged(name, 'its checksum is another one')
    yield await decrypt(content, name, key)
  }
}

/**
 * Reads the whole archive, and compares it with its manifest.
 *
 * @throws BackupError if anything is damaged or missing, or the key is another one
 */
async function readArchive(
  destination: Destination,
  manifest: Manifest,
  key: string | undefined,
  take: Take,
): Promise<void> {
  const name = `The archive of ${manifest.id}`
  const entries = extract()
  const packed = Readable.from(readParts(destination, manifest, key))
  const reading = pipeline(packed, createZstdDecompress(), entries)
  // The loop below fails with the same error.
  reading.catch((error) => entries.destroy(error))
  let count = 0
  let bytes = 0
  try {
    for await (const entry of entries) {
      const { header } = entry
      if (header.type === 'file') {
        count += 1
        bytes += header.size
      }
      await take(header, entry as AsyncIterable<Buffer>)
    }
    await reading
  } catch (error) {
    throw error instanceof BackupError ? error : damaged(name, error)
  }
  if (count !== manifest.fileCount || bytes !== manifest.unpackedBytes)
    throw damaged(name, `it has ${count} files, not ${manifest.fileCount}`)
}

/** Reads everything and writes nothing. @throws BackupError if anything is damaged */
const checkArchive = (destination: Destination, manifest: Manifest, key: string | undefined) =>
  readArchive(destination, manifest, key, (_, content) => drain(content))

/**
 * Unpacks the cluster and the store's own files.
 *
 * @param folders existing folders; clusterDir is `user`'s
 * @throws BackupError if anything is damaged, or would be written elsewhere
 */
function unpackArchive(
  destination: Destination,
  manifest: Manifest,
  key: string | undefined,
  { clusterDir, dataDir, user }: { clusterDir: string; dataDir: string; user: SystemUser },
): Promise<void> {
  return readArchive(destination, manifest, key, async ({ name, type }, content) => {
    const [, kind, path = ''] = /^(cluster|data)\/(.+?)\/?$/.exec(name) ?? []
    if (!kind || path.split('/').includes('..') || (type !== 'file' && type !== 'directory'))
      throw new BackupError(`The archive of ${manifest.id} has an entry that no backup of the store has: ${name}`)
    const target = join(kind === 'cluster' ? clusterDir : dataDir, path)
    if (type === 'directory') await mkdir(target, { recursive: true, mode: 0o700 })
    else {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const file = await open(target, 'wx', 0o600)
      try {
        await file.writeFile(content)
      } finally {
        await file.close()
      }
    }
    if (user && kind === 'cluster') await chown(target, user.uid, user.gid)
  })
}

/** The size of a segment in our clusters; nothing in the log is larger. */
const SEGMENT_BYTES = 16 * 1024 * 1024
const BLOCK_BYTES = 64 * 1024
const NOTHING = Buffer.alloc(BLOCK_BYTES)

/** Fetches and checks each object. @throws BackupError naming what is damaged */
async function stageWal(
  destination: Destination,
  wal: readonly WalObject[],
  key: string | undefined,
  { folder, user }: { folder: string; user: SystemUser },
): Promise<void> {
  for (const object of wal) {
    const path = join(folder, object.file)
    await writeSparse(path, await fetchWal(destination, object, key))
    if (user) await chown(path, user.uid, user.gid)
  }
}

async function fetchWal(destination: Destination, object: WalObject, key: string | undefined): Promise<Buffer> {
  const { name } = object
  const content = await unseal(await destination.get(name), { name, key, bytesMax: SEGMENT_BYTES })
  const hash = createHash('sha256').update(content).digest('hex').slice(0, object.hash.length)
  if (hash !== object.hash) throw damaged(name, `its checksum is ${hash}`)
  return content
}

/** Leaves holes where the file is empty: a segment that was closed early is mostly nothing, and a day has hundreds. */
async function writeSparse(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for (let from = 0; from < content.length; from += BLOCK_BYTES) {
      const block = content.subarray(from, from + BLOCK_BYTES)
      if (block.equals(NOTHING.subarray(0, block.length))) continue
      await file.write(block, 0, block.length, from)
    }
    await file.truncate(content.length)
  } finally {
    await file.close()
  }
}

/** A recovery reads as much log as the store wrote since the backup. */
const RECOVERED_WITHIN_MS = hours(24)

/** A trial shares the machine with the store, and what it writes is thrown away. */
const TRIAL_SETTINGS = { shared_buffers: '64MB', max_connections: '20', fsync: 'off', archive_mode: 'off' }

interface RestoreOrder {
  to: Date | 'latest'
  /** Must be empty or absent. */
  into: string
  /** The secret key of encrypted backups. */
  key: string | undefined
  /** What a mere look at the backup writes must not reach the archive. */
  isTrial: boolean
  log: (line: string) => void
}

export interface Restored {
  manifest: Manifest
  /** The last change that was restored; null if the log had none. */
  timeReached: Date | null
  timeline: number
  /** Of the running PostgreSQL, as the owner. */
  ownerUrl: string
  /** Stops PostgreSQL; the folder stays. */
  stop(): Promise<void>
  /** Removes everything that was restored, after a stop. */
  remove(): Promise<void>
}

/**
 * Checks everything, unpacks the backup, replays the log and leaves PostgreSQL running on the result. If it fails,
 * nothing stays.
 *
 * @throws BackupError if the folder is in use, the time cannot be restored, or anything is damaged or encrypted for
 * another key
 */
export async function restoreBackup(destination: Destination, order: RestoreOrder): Promise<Restored> {
  const into = resolve(order.into)
  await requireEmpty(into)
  const { manifests, unreadable } = await readManifests(destination)
  for (const id of unreadable) order.log(`The backup ${id} is left out: its manifest is damaged.`)
  const wal = (await destination.list('wal/')).flatMap(({ name }) => readWalObject(name) ?? [])
  const plan = planRestore(manifests, wal, order.to)
  const { parts, id, endedAt } = plan.manifest
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  order.log(`Checking the backup of ${endedAt} (${id}, ${Math.ceil(bytes / 1e6)} MB) …`)
  await checkArchive(destination, plan.manifest, order.key)

  await mkdir(into, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(into)
  const installation = await chooseInstallation(dataDir, await findPostgresProgram(), order.log)
  const place = { dataDir, installation, walDir: `${installation.clusterDir}-restore` }
  try {
    order.log(`Fetching and checking ${plan.wal.length} files of the log …`)
    await makeFolder(place.walDir, installation)
    await stageWal(destination, plan.wal, order.key, { folder: place.walDir, user: installation.user })
    order.log('Unpacking …')
    await unpack(destination, plan, order, place)
    return await recover(destination, plan, order, place)
  } catch (error) {
    await removeAll(place)
    throw error
  }
}

interface Place {
  dataDir: string
  installation: Installation
  /** The fetched log. */
  walDir: string
}

async function requireEmpty(into: string): Promise<void> {
  if (await findRunningPostgres(into).catch(() => null))
    throw new BackupError(`A store is running on ${into}. Restore into an empty folder.`)
  if (!(await isEmptyFolder(into))) throw new BackupError(`${into} is not empty. Restore into an empty folder.`)
}

async function makeFolder(path: string, { user }: Installation): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { mode: 0o700 })
  if (user) await chown(path, user.uid, user.gid)
}

/** Unpacked under another name and renamed, so that a killed restore leaves no cluster that a store would start on. */
async function unpack(
  destination: Destination,
  plan: RestorePlan,
  order: RestoreOrder,
  { dataDir, installation }: Place,
): Promise<void> {
  const { clusterDir, clusterPath, user } = installation
  const scratch = `${clusterDir}.new-${process.pid}`
  try {
    await makeFolder(scratch, installation)
    await unpackArchive(destination, plan.manifest, order.key, { clusterDir: scratch, dataDir, user })
    await writeFile(join(scratch, 'recovery.signal'), '', { mode: 0o600 })
    if (user) await chown(join(scratch, 'recovery.signal'), user.uid, user.gid)
    await rename(scratch, clusterDir)
    if (clusterPath !== clusterDir) await symlink(clusterDir, clusterPath)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function recover(
  destination: Destination,
  plan: RestorePlan,
  order: RestoreOrder,
  place: Place,
): Promise<Restored> {
  const { dataDir, installation, walDir } = place
  const serverLog = await openServerLog(join(dataDir, 'postgres.log'))
  try {
    // The restored store has a history of its own, which later restores need.
    const archive = order.isTrial ? TRIAL_SETTINGS : archiveSettings(await prepareArchive(installation))
    const postmaster = await replay(destination, plan, order, place, serverLog, archive)
    const password = await clusterPassword(dataDir, installation.clusterPath)
    const owner = { role: OWNER_ROLE, password }
    const ownerUrl = postgresUrl(postmaster, { ...owner, database: STORE_DATABASE })
    const facts = await readFacts(postgresUrl(postmaster, { ...owner, database: 'postgres' })).catch(async (error) => {
      await stopPostmaster(postmaster, installation.clusterDir)
      throw error
    })
    await rm(walDir, { recursive: true, force: true })
    return {
      manifest: plan.manifest,
      ...facts,
      ownerUrl,
      async stop() {
        await stopPostmaster(postmaster, installation.clusterDir)
        serverLog.close()
      },
      remove: () => removeAll(place),
    }
  } catch (error) {
    serverLog.close()
    throw error
  }
}

/** PostgreSQL says this if it found nothing after the time in the log that it has. */
const NOTHING_LATER = /recovery ended before configured recovery target was reached/

/**
 * Replays the log up to the time. If the fetched log ends before it, the rest is fetched: it was archived late. If all of it
 * ends before it, nothing happened after the time, and the end of the log is as the store was then.
 */
async function replay(
  destination: Destination,
  plan: RestorePlan,
  order: RestoreOrder,
  { installation, walDir }: Place,
  serverLog: ServerLog,
  archive: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  // Everything is on the command line, so nothing of it stays in the restored store.
  const settings = {
    ...archive,
    restore_command: `cp "${walDir}/%f" "%p"`,
    recovery_target_timeline: String(plan.timeline),
    recovery_target_action: 'promote',
    hot_standby: 'off',
  }
  const start = (extra: Readonly<Record<string, string>>) =>
    ensurePostmaster(installation, {
      settings: { ...settings, ...extra },
      serverLog,
      log: order.log,
      readyWithinMs: RECOVERED_WITHIN_MS,
    })
  order.log('Replaying the log …')
  if (order.to === 'latest') return start({})
  const target = { recovery_target_time: order.to.toISOString().replace('T', ' ').replace('Z', '+00') }
  const startAtTarget = () =>
    start(target).catch((error: unknown) => {
      if (error instanceof EmbeddedPostgresError && NOTHING_LATER.test(error.message)) return null
      throw error
    })
  const reached = await startAtTarget()
  if (reached) return reached
  if (plan.later.length > 0) {
    order.log(`The log was archived late: fetching ${plan.later.length} more files of it …`)
    requireNoGap([...plan.wal.filter(({ kind }) => kind === 'segment'), ...plan.later], plan.manifest)
    await stageWal(destination, plan.later, order.key, { folder: walDir, user: installation.user })
    const reachedLater = await startAtTarget()
    if (reachedLater) return reachedLater
  }
  return start({})
}

async function readFacts(url: string): Promise<Pick<Restored, 'timeReached' | 'timeline'>> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date | null; timeline: number }>(
      `select pg_last_xact_replay_timestamp() as at, ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`,
    )
    if (!rows[0]) throw new Error('a statement without a table returned no row')
    return { timeReached: rows[0].at, timeline: rows[0].timeline }
  } finally {
    await client.end()
  }
}

async function removeAll({ dataDir, installation, walDir }: Place): Promise<void> {
  const { clusterDir, clusterPath } = installation
  for (const path of [clusterPath, clusterDir, walDir, archiveDirOf(clusterDir)])
    await rm(path, { recursive: true, force: true })
  for (const file of ['postgres-password', 'demo-accounts.json', 'postgres.log'])
    await rm(join(dataDir, file), { force: true })
}
