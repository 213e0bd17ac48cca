/** Restores a backup and the log after it into an empty folder, as the `DATA_DIR` of a store. */
import { createHash } from 'node:crypto'
import { chown, mkdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { hours } from '#server/platform/clock.ts'
import { withFile } from '#server/platform/files/durable-files.ts'
import {
  archiveDirOf,
  archiveSettings,
  clusterPassword,
  OWNER_ROLE,
  postgresUrl,
  prepareArchive,
  STORE_DATABASE,
  withClient,
} from '#server/platform/postgres/cluster.ts'
import { chooseInstallation, type Installation } from '#server/platform/postgres/installation.ts'
import {
  ensurePostmaster,
  findRunningPostgres,
  type Postmaster,
  stopPostmaster,
} from '#server/platform/postgres/postmaster.ts'
import { EmbeddedPostgresError, findPostgresProgram } from '#server/platform/postgres/program.ts'
import { openServerLog, type ServerLog } from '#server/platform/postgres/server-log.ts'
import { DATA_FILES, isEmptyFolder } from './cluster-files.ts'
import { BackupError, type Destination, listWal, readManifests, type WalObject } from './names.ts'
import { planRestore, type RestorePlan, requireNoGap } from './rules.ts'
import { damaged, decrypt, unseal } from './seal.ts'

interface RestoreOrder {
  to: Date | 'latest'
  into: string
  key: string | undefined
  /** What a mere look at the backup writes must not reach the archive. */
  isTrial: boolean
  log: (line: string) => void
}

interface Restore extends RestoreOrder {
  from: Destination
  plan: RestorePlan
}

/** Fetches the parts of the archive in order. @throws BackupError if one is damaged, or encrypted for another key */
async function* readParts({ from, plan, key }: Restore): AsyncGenerator<Buffer> {
  for (const { name, bytes, sha256 } of plan.manifest.parts) {
    const content = await from.get(name)
    if (content.length !== bytes) throw damaged(name, `it has ${content.length} bytes, not ${bytes}`)
    if (createHash('sha256').update(content).digest('hex') !== sha256)
      throw damaged(name, 'its checksum is another one')
    yield await decrypt(content, name, key)
  }
}

/** Reads and checks all of it. @throws BackupError if anything is damaged or missing, or the key is another one */
async function readArchive(
  restore: Restore,
  take: (header: Header, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const { manifest } = restore.plan
  const name = `The archive of ${manifest.id}`
  const entries = extract()
  const reading = pipeline(Readable.from(readParts(restore)), createZstdDecompress(), entries)
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

/** Unpacks the cluster and the store's own files. @throws BackupError if anything would be written elsewhere */
function unpackArchive(restore: Restore, clusterDir: string, { dataDir, installation }: Place): Promise<void> {
  return readArchive(restore, async ({ name, type }, content) => {
    const [, kind, path = ''] = /^(cluster|data)\/(.+?)\/?$/.exec(name) ?? []
    if (!kind || path.split('/').includes('..') || (type !== 'file' && type !== 'directory'))
      throw new BackupError(
        `The archive of ${restore.plan.manifest.id} has an entry that no backup of the store has: ${name}`,
      )
    const target = join(kind === 'cluster' ? clusterDir : dataDir, path)
    await mkdir(type === 'directory' ? target : dirname(target), { recursive: true, mode: 0o700 })
    if (type === 'file') await withFile(target, 'wx', (file) => file.writeFile(content))
    if (kind === 'cluster') await giveTo(installation, target)
  })
}

const SEGMENT_BYTES = 16 * 1024 * 1024
const BLOCK_BYTES = 64 * 1024
const NOTHING = Buffer.alloc(BLOCK_BYTES)

/** Fetches and checks each file of the log. @throws BackupError naming what is damaged */
async function stageWal({ from, key }: Restore, wal: readonly WalObject[], place: Place): Promise<void> {
  for (const { name, file, hash: known } of wal) {
    const content = await unseal(await from.get(name), { name, key, bytesMax: SEGMENT_BYTES })
    const hash = createHash('sha256').update(content).digest('hex').slice(0, known.length)
    if (hash !== known) throw damaged(name, `its checksum is ${hash}`)
    const path = join(place.walDir, file)
    await writeSparse(path, content)
    await giveTo(place.installation, path)
  }
}

/** Leaves holes where the file is empty: a segment that was closed early is mostly nothing, and a day has hundreds. */
const writeSparse = (path: string, content: Buffer): Promise<void> =>
  withFile(path, 'w', async (file) => {
    for (let from = 0; from < content.length; from += BLOCK_BYTES) {
      const block = content.subarray(from, from + BLOCK_BYTES)
      if (block.equals(NOTHING.subarray(0, block.length))) continue
      await file.write(block, 0, block.length, from)
    }
    await file.truncate(content.length)
  })

/** A recovery reads as much log as the store wrote since the backup. */
const RECOVERED_WITHIN_MS = hours(24)
/** A trial shares the machine with the store, and what it writes is thrown away. */
const TRIAL_SETTINGS = { shared_buffers: '64MB', max_connections: '20', fsync: 'off', archive_mode: 'off' }

/** Leaves PostgreSQL running on the restored cluster. If it fails, nothing stays. @throws BackupError with why */
export async function restoreBackup(from: Destination, order: RestoreOrder) {
  const into = resolve(order.into)
  if (await findRunningPostgres(into).catch(() => null))
    throw new BackupError(`A store is running on ${into}. Restore into an empty folder.`)
  if (!(await isEmptyFolder(into))) throw new BackupError(`${into} is not empty. Restore into an empty folder.`)
  const { manifests, unreadable } = await readManifests(from)
  for (const id of unreadable) order.log(`The backup ${id} is left out: its manifest is damaged.`)
  const restore = { ...order, from, plan: planRestore(manifests, await listWal(from), order.to) }
  const { wal, manifest } = restore.plan
  const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0)
  order.log(`Checking the backup of ${manifest.endedAt} (${manifest.id}, ${Math.ceil(bytes / 1e6)} MB) …`)
  await readArchive(restore, async (_, content) => {
    for await (const _ of content);
  })

  await mkdir(into, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(into)
  const installation = await chooseInstallation(dataDir, await findPostgresProgram(), order.log)
  const place = { dataDir, installation, walDir: `${installation.clusterDir}-restore` }
  try {
    order.log(`Fetching and checking ${wal.length} files of the log …`)
    await makeFolder(place.walDir, installation)
    await stageWal(restore, wal, place)
    order.log('Unpacking …')
    await unpack(restore, place)
    return await recover(restore, place)
  } catch (error) {
    await removeAll(place)
    throw error
  }
}

export type Restored = Awaited<ReturnType<typeof restoreBackup>>

interface Place {
  dataDir: string
  installation: Installation
  walDir: string
}

async function giveTo({ user }: Installation, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}

async function makeFolder(path: string, installation: Installation): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { mode: 0o700 })
  await giveTo(installation, path)
}

/** Unpacked under another name and renamed, so that a killed restore leaves no cluster that a store would start on. */
async function unpack(restore: Restore, place: Place): Promise<void> {
  const { clusterDir, clusterPath } = place.installation
  const scratch = `${clusterDir}.new-${process.pid}`
  try {
    await makeFolder(scratch, place.installation)
    await unpackArchive(restore, scratch, place)
    await writeFile(join(scratch, 'recovery.signal'), '', { mode: 0o600 })
    await giveTo(place.installation, join(scratch, 'recovery.signal'))
    await rename(scratch, clusterDir)
    if (clusterPath !== clusterDir) await symlink(clusterDir, clusterPath)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function recover(restore: Restore, place: Place) {
  const { dataDir, installation, walDir } = place
  const serverLog = await openServerLog(join(dataDir, 'postgres.log'))
  try {
    // The restored store has a history of its own, which later restores need.
    const archive = restore.isTrial ? TRIAL_SETTINGS : archiveSettings(await prepareArchive(installation))
    const postmaster = await replay(restore, place, serverLog, archive)
    const owner = { role: OWNER_ROLE, password: await clusterPassword(dataDir, installation.clusterPath) }
    const facts = await readFacts(postgresUrl(postmaster, { ...owner, database: 'postgres' })).catch(async (error) => {
      await stopPostmaster(postmaster, installation.clusterDir)
      throw error
    })
    await rm(walDir, { recursive: true, force: true })
    return {
      manifest: restore.plan.manifest,
      ...facts,
      ownerUrl: postgresUrl(postmaster, { ...owner, database: STORE_DATABASE }),
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

const NOTHING_LATER = /recovery ended before configured recovery target was reached/

/**
 * Replays the log up to the time. If the fetched log ends before it, the rest is fetched: it was archived late. If all
 * of it does, nothing happened after the time, and its end is as the store was then.
 */
async function replay(
  restore: Restore,
  place: Place,
  serverLog: ServerLog,
  archive: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  const { plan, to, log } = restore
  // Everything is on the command line, so nothing of it stays in the restored store.
  const settings = {
    ...archive,
    restore_command: `cp "${place.walDir}/%f" "%p"`,
    recovery_target_timeline: String(plan.timeline),
    recovery_target_action: 'promote',
    hot_standby: 'off',
  }
  const options = { serverLog, log, readyWithinMs: RECOVERED_WITHIN_MS }
  const startAtEnd = () => ensurePostmaster(place.installation, { settings, ...options })
  log('Replaying the log …')
  if (to === 'latest') return startAtEnd()
  const recovery_target_time = to.toISOString().replace('T', ' ').replace('Z', '+00')
  const startAtTarget = () =>
    ensurePostmaster(place.installation, { settings: { ...settings, recovery_target_time }, ...options }).catch(
      (error: unknown) => {
        if (error instanceof EmbeddedPostgresError && NOTHING_LATER.test(error.message)) return null
        throw error
      },
    )
  const reached = await startAtTarget()
  if (reached) return reached
  if (plan.later.length === 0) return startAtEnd()
  log(`The log was archived late: fetching ${plan.later.length} more files of it …`)
  requireNoGap([...plan.wal.filter(({ kind }) => kind === 'segment'), ...plan.later], plan.manifest)
  await stageWal(restore, plan.later, place)
  return (await startAtTarget()) ?? startAtEnd()
}

const readFacts = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ timeReached: Date | null; timeline: number }>(
      `select pg_last_xact_replay_timestamp() as "timeReached",
         ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`,
    )
    if (!rows[0]) throw new Error('a statement without a table returned no row')
    return rows[0]
  })

async function removeAll({ dataDir, installation, walDir }: Place): Promise<void> {
  const { clusterDir, clusterPath } = installation
  for (const path of [clusterPath, clusterDir, walDir, archiveDirOf(clusterDir)])
    await rm(path, { recursive: true, force: true })
  for (const file of [...DATA_FILES, 'postgres.log']) await rm(join(dataDir, file), { force: true })
}
