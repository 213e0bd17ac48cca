/** Restores a backup into an empty folder, as the `DATA_DIR` of a store. */
import { createReadStream } from 'node:fs'
import { chown, mkdir, readdir, realpath, rename, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { withFile } from '#server/platform/files/durable-files.ts'
import { chooseInstallation, type Installation } from '#server/platform/postgres/installation.ts'
import { stopPostmaster } from '#server/platform/postgres/postmaster.ts'
import { readPostmasterFile } from '#server/platform/postgres/postmaster-file.ts'
import { findPostgresProgram } from '#server/platform/postgres/program.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'
import { BackupError } from './backup-config.ts'
import { decrypt } from './seal.ts'
import { type Backup, DATA_FILES, DATA_PREFIX, listBackups } from './take-backup.ts'

interface RestoreOrder {
  /** The folder with the backups. */
  from: string
  into: string
  /** Absent: the newest. */
  name?: string | undefined
  key: string | undefined
  settings?: Readonly<Record<string, string>>
  log: (line: string) => void
}

/** Leaves PostgreSQL running on the restored cluster. If it fails, nothing stays. @throws BackupError with why */
export async function restoreBackup({ from, into, name, key, ...options }: RestoreOrder) {
  const backup = choose(await listBackups(from), from, name)
  await mkdir(into, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(into)
  if ((await readdir(dataDir)).length > 0)
    throw new BackupError(`${dataDir} is not empty. Restore into an empty folder.`)
  options.log(`Unpacking ${backup.name} …`)
  try {
    const installation = await chooseInstallation(dataDir, await findPostgresProgram(), options.log)
    await unpack(join(from, backup.name), key, { ...installation, dataDir })
    return { backup, ...(await startEmbeddedPostgres({ dataDir, ...options })) }
  } catch (error) {
    await removeRestored(dataDir)
    throw error
  }
}

function choose(backups: readonly Backup[], from: string, name: string | undefined): Backup {
  const newest = backups.at(-1)
  if (!newest)
    throw new BackupError(
      `There is no backup in ${from}: none of its files is named leadyard-….tar.zst or leadyard-….tar.zst.age.`,
    )
  const found = name === undefined ? newest : backups.find((backup) => backup.name === name)
  if (found) return found
  throw new BackupError([`There is no ${name} in ${from}. It has:`, ...backups.map((one) => one.name)].join('\n'))
}

/** Unpacked under another name and renamed, so that a killed restore leaves no cluster that a store would start on. */
async function unpack(path: string, key: string | undefined, place: Installation & { dataDir: string }): Promise<void> {
  const { dataDir, clusterDir, clusterPath, user } = place
  const name = basename(path)
  const scratch = `${clusterDir}.new-${process.pid}`
  const give = async (made: string) => user && chown(made, user.uid, user.gid)
  try {
    await mkdir(scratch, { mode: 0o700 })
    await give(scratch)
    const entries = extract()
    const opened = (content: AsyncIterable<Uint8Array>) => decrypt(content, name, key)
    const reading = pipeline(createReadStream(path), opened, createZstdDecompress(), entries)
    reading.catch((error) => entries.destroy(error))
    for await (const entry of entries) {
      const { type, name: inner } = entry.header
      if (inner.split('/').includes('..') || (type !== 'file' && type !== 'directory'))
        throw new BackupError(`${name} has an entry that no backup of the store has: ${inner}`)
      const file = DATA_FILES.find((one) => inner === `${DATA_PREFIX}${one}`)
      const target = file ? join(dataDir, file) : join(scratch, inner)
      // PostgreSQL's sign that it listens: a new one might take it for that of another.
      if (inner.startsWith('.s.PGSQL.')) {
        entry.resume()
        continue
      }
      if (type === 'directory') await mkdir(target, { recursive: true, mode: 0o700 })
      else await withFile(target, 'wx', (written) => written.writeFile(entry as AsyncIterable<Buffer>))
      if (!file) await give(target)
    }
    await reading
    await rename(scratch, clusterDir)
    if (clusterPath !== clusterDir) await symlink(clusterDir, clusterPath)
  } catch (error) {
    // A full disk and the like is no fault of the backup.
    if (error instanceof BackupError || (error instanceof Error && 'syscall' in error)) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new BackupError(`${name} is damaged, or could not be read to its end: ${why}`)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Stops what runs on a restored folder, and empties it. */
export async function removeRestored(dataDir: string): Promise<void> {
  const clusterDir = await realpath(join(dataDir, 'postgres')).catch(() => null)
  const running = clusterDir === null ? null : await readPostmasterFile(clusterDir)
  if (clusterDir !== null && running) await stopPostmaster(running, clusterDir)
  if (clusterDir !== null) await rm(clusterDir, { recursive: true, force: true })
  for (const name of await readdir(dataDir).catch(() => []))
    await rm(join(dataDir, name), { recursive: true, force: true })
}
