/** Takes a backup of the running embedded PostgreSQL: its cluster at one moment, in one file. */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { pack } from 'tar-stream'
import { days } from '#server/platform/clock.ts'
import { errorCode } from '#server/platform/errors.ts'
import { flushFolder, readIfThere } from '#server/platform/files/durable-files.ts'
import { withClient } from '#server/platform/postgres/cluster.ts'
import { BackupError } from './backup-config.ts'
import { encrypt } from './seal.ts'

/** What the store keeps beside its database. Without the password nothing could open it. */
export const DATA_FILES = ['postgres-password', 'demo-accounts.json'] as const
/** Where they are in the archive; PostgreSQL has no folder of that name. */
export const DATA_PREFIX = 'leadyard/'

export interface Backup {
  name: string
  /** PostgreSQL's identifier of the cluster, which a restored one keeps. */
  cluster: string
  /** It has everything that was committed before. */
  takenAt: Date
}

const PREFIX = 'leadyard-'
const UNFINISHED = '.part'
const NAME = /^leadyard-(\d+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)([\d.]+Z)\.tar\.zst(\.age)?$/

/** All complete backups of a folder, oldest first; a folder that is not there yet has none. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  const backups = names.flatMap((name): Backup[] => {
    const [, cluster, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
    if (cluster === undefined) return []
    return [{ name, cluster, takenAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}`) }]
  })
  return backups.sort((a, b) => a.takenAt.getTime() - b.takenAt.getTime())
}

/** Two numbers that no other advisory lock of the store uses: "lead", "back". */
const LOCK = [0x6c656164, 0x6261636b].join(', ')

/** @throws BackupError if another backup is running, or another store's backups are there */
export function takeBackup(
  { ownerUrl, dataDir }: { ownerUrl: string; dataDir: string },
  folder: string,
  recipients: readonly string[],
): Promise<Backup> {
  const take = async (client: pg.Client) => {
    // The connection holds the lock, and ends with a killed backup.
    const { rows } = await client.query<{ isFree: boolean; cluster: string; takenAt: Date }>(
      `select pg_try_advisory_lock(${LOCK}) as "isFree", system_identifier::text as cluster, clock_timestamp() as "takenAt"
       from pg_control_system()`,
    )
    if (!rows[0]?.isFree) throw new BackupError('Another backup of this store is running.')
    const { cluster, takenAt } = rows[0]
    if ((await listBackups(folder)).some((other) => other.cluster !== cluster))
      throw new BackupError(
        `${folder} has the backups of another database. Set BACKUP_TO to a folder of this store's own.`,
      )
    const time = takenAt.toISOString().replaceAll(/[-:]/g, '')
    const name = `${PREFIX}${cluster}-${time}.tar.zst${recipients.length > 0 ? '.age' : ''}`
    const scratch = join(folder, `${name}${UNFINISHED}`)
    await flushFolder(folder, await mkdir(folder, { recursive: true, mode: 0o700 }))
    // What killed backups left. The lock keeps that of a running one safe.
    for (const left of await readdir(folder))
      if (left.startsWith(PREFIX) && left.endsWith(UNFINISHED)) await rm(join(folder, left))
    // A checkpoint might remove log that the copy needs. Temporary: it is gone with the connection.
    await client.query(`select pg_create_physical_replication_slot('leadyard_${process.pid}', true, true)`)
    try {
      await pipeline(
        async function* () {
          yield await packDataFiles(dataDir)
          yield* readCluster(client)
        },
        createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
        (packed) => encrypt(packed, recipients),
        createWriteStream(scratch, { flags: 'wx', mode: 0o600, flush: true }),
      )
      await rename(scratch, join(folder, name))
      await flushFolder(folder)
    } finally {
      await rm(scratch, { force: true })
    }
    return { name, cluster, takenAt }
  }
  return withClient(`${ownerUrl}?replication=database`, take, 'leadyard backup')
}

/** The end of a tar; without it, the one from PostgreSQL can follow. */
const TAR_END_BYTES = 1_024

async function packDataFiles(dataDir: string): Promise<Buffer> {
  const tar = pack()
  for (const file of DATA_FILES) {
    const content = await readIfThere(join(dataDir, file))
    if (content !== null) tar.entry({ name: `${DATA_PREFIX}${file}`, mode: 0o600, mtime: new Date(0) }, content)
  }
  tar.finalize()
  return Buffer.concat(await Readable.from(tar).toArray()).subarray(0, -TAR_END_BYTES)
}

/**
 * PostgreSQL's own base backup, as pg_basebackup asks for it: a tar of a cluster that may be changing, with the log that
 * makes it consistent.
 * @see https://www.postgresql.org/docs/current/protocol-replication.html
 */
function readCluster(client: pg.Client): Readable {
  let socket: Duplex | undefined
  let archives = 0
  const tar = new Readable({ read: () => void socket?.resume() })
  const ignore = () => undefined
  return client.query(
    Object.assign(tar, {
      submit(connection: pg.Connection) {
        socket = connection.stream
        connection.query(`BASE_BACKUP (LABEL 'leadyard', CHECKPOINT 'fast', WAL, MANIFEST 'no')`)
      },
      handleRowDescription: ignore,
      handleDataRow: ignore,
      handleCommandComplete: ignore,
      handleCopyData({ chunk }: { chunk: Buffer }) {
        const kind = String.fromCharCode(chunk[0] ?? 0)
        if (kind === 'n' && ++archives > 1)
          tar.destroy(new BackupError('The database has tablespaces, which this backup does not know. Use pgBackRest.'))
        // Copied, because the next message is read into the same buffer.
        if (kind === 'd' && !tar.push(Buffer.from(chunk.subarray(1)))) socket?.pause()
      },
      handleReadyForQuery() {
        socket?.resume()
        tar.push(null)
      },
      handleError: (error: Error) => void tar.destroy(error),
    }),
  )
}

/** Keeps all backups of the last day and the last of each day before, for so many days; the newest always stays. */
export function choosePruned(backups: readonly Backup[], { now, keepDays }: { now: Date; keepDays: number }): Backup[] {
  const kept = new Map<string, Backup>()
  for (const backup of backups) {
    const ageMs = now.getTime() - backup.takenAt.getTime()
    const place = ageMs < days(1) ? backup.name : backup.takenAt.toISOString().slice(0, 10)
    if (ageMs < days(keepDays)) kept.set(place, backup)
  }
  const newest = backups.at(-1)
  return backups.filter((backup) => backup !== newest && ![...kept.values()].includes(backup))
}
