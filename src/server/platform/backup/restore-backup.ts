/** Restores a backup and the log after it into an empty folder, as the `DATA_DIR` of a store. */
import { chown, mkdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { hours } from '../clock.ts'
import { clusterPassword, OWNER_ROLE, postgresUrl, STORE_DATABASE } from '../postgres/cluster.ts'
import { EmbeddedPostgresError } from '../postgres/embedded-postgres-error.ts'
import { findRunningPostgres } from '../postgres/find-running-postgres.ts'
import { chooseInstallation, type Installation } from '../postgres/installation.ts'
import { ensurePostmaster, type Postmaster, stopPostmaster } from '../postgres/postmaster.ts'
import { findPostgresProgram } from '../postgres/program.ts'
import { openServerLog, type ServerLog } from '../postgres/server-log.ts'
import { archiveDirOf, archiveSettings, prepareArchive } from '../postgres/wal-archive.ts'
import { BackupError } from './backup-error.ts'
import { isEmptyFolder } from './cluster-files.ts'
import type { Destination } from './destination.ts'
import { type Manifest, readManifests } from './manifest.ts'
import { readWalObject } from './names.ts'
import { planRestore, type RestorePlan, requireNoGap } from './rules.ts'
import { stageWal } from './stage-wal.ts'
import { checkArchive, unpackArchive } from './unpack-backup.ts'

/** A recovery reads as much log as the store wrote since the backup. */
const RECOVERED_WITHIN_MS = hours(24)

/** A trial shares the machine with the store, and what it writes is thrown away. */
const TRIAL_SETTINGS = { shared_buffers: '64MB', max_connections: '20', fsync: 'off', archive_mode: 'off' }

export interface RestoreOrder {
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
