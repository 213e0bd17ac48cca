import { once } from 'node:events'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Header, Pack } from 'tar-stream'
import { errorCode } from '#server/platform/errors.ts'
import { BackupError } from './names.ts'

/** Folders whose contents PostgreSQL recreates; see "Excluding files" in its manual on low-level base backups. */
const EMPTIED = new Set(
  ['wal', 'replslot', 'dynshmem', 'notify', 'serial', 'snapshots', 'stat_tmp', 'subtrans'].map((name) => `pg_${name}`),
)
const LEFT_OUT = new Set([
  ...['postmaster.pid', 'postmaster.opts', 'recovery.signal', 'standby.signal', 'current_logfiles', 'pg_internal.init'],
  ...['backup_label', 'backup_label.old', 'tablespace_map', 'tablespace_map.old'],
])
const isLeftOut = (name: string) => LEFT_OUT.has(name) || name.startsWith('pgsql_tmp') || name.startsWith('.s.PGSQL.')

/** It says where recovery starts, so it is copied last. */
const CONTROL_FILE = 'global/pg_control'
/** PostgreSQL insists on this folder, and it is empty. */
const WAL_STATUS_FOLDER = 'pg_wal/archive_status'
/** What the store keeps beside its database. Without the password nothing could open it. */
export const DATA_FILES = ['postgres-password', 'demo-accounts.json'] as const
const PIECE_BYTES = 256 * 1024

export class FileArchive {
  fileCount = 0
  unpackedBytes = 0
  readonly #pack: Pack
  constructor(pack: Pack) {
    this.#pack = pack
  }

  /** Adds the store's own files and a cluster that may be changing, from where its log makes it consistent. */
  async addStore(dataDir: string, clusterDir: string): Promise<void> {
    for (const file of DATA_FILES) {
      const content = await readFile(join(dataDir, file)).catch(() => null)
      if (content) await this.addText(`data/${file}`, content)
    }
    if ((await readdir(join(clusterDir, 'pg_tblspc'))).length > 0)
      throw new BackupError('The database has tablespaces, which this backup does not know. Use pgBackRest.')
    await this.#addFolder(clusterDir, '')
    await this.#addEntry({ name: `cluster/${WAL_STATUS_FOLDER}`, type: 'directory', mode: 0o700 })
    await this.#addFile(clusterDir, CONTROL_FILE)
  }

  async addText(name: string, content: Buffer): Promise<void> {
    await this.#addEntry({ name, size: content.length, mode: 0o600 }, async function* () {
      yield content
    })
  }

  async #addFolder(clusterDir: string, path: string): Promise<void> {
    const entries = await readdir(join(clusterDir, path), { withFileTypes: true }).catch(ignoreVanished)
    for (const entry of entries ?? []) {
      const child = path === '' ? entry.name : `${path}/${entry.name}`
      if (isLeftOut(entry.name) || child === CONTROL_FILE) continue
      if (entry.isDirectory()) {
        await this.#addEntry({ name: `cluster/${child}`, type: 'directory', mode: 0o700 })
        if (!EMPTIED.has(child)) await this.#addFolder(clusterDir, child)
      } else if (entry.isFile()) await this.#addFile(clusterDir, child)
      else throw new BackupError(`${join(clusterDir, child)} is neither a file nor a folder.`)
    }
  }

  /** Adds a file at its current length: what grows or shrinks meanwhile is in the log. A vanished file was dropped. */
  async #addFile(clusterDir: string, path: string): Promise<void> {
    const file = await open(join(clusterDir, path), 'r').catch(ignoreVanished)
    if (!file) return
    try {
      const { size } = await file.stat()
      await this.#addEntry({ name: `cluster/${path}`, size, mode: 0o600 }, async function* () {
        for (let from = 0; from < size; ) {
          const wanted = Math.min(PIECE_BYTES, size - from)
          const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, from)
          // Zeros stand in for what was truncated, as with pg_basebackup.
          yield bytesRead === 0 ? Buffer.alloc(wanted) : buffer.subarray(0, bytesRead)
          from += bytesRead === 0 ? wanted : bytesRead
        }
      })
    } finally {
      await file.close()
    }
  }

  async #addEntry(
    header: Partial<Header> & Pick<Header, 'name'>,
    content?: () => AsyncIterable<Buffer>,
  ): Promise<void> {
    const ended = Promise.withResolvers<void>()
    // Watched from the start, because the reader of the archive may fail while this waits for a file.
    ended.promise.catch(() => undefined)
    const entry = this.#pack.entry({ mtime: new Date(0), ...header }, (error) =>
      error ? ended.reject(error) : ended.resolve(),
    )
    if (content) {
      this.fileCount += 1
      this.unpackedBytes += header.size ?? 0
      for await (const piece of content())
        if (!entry.write(piece)) await Promise.race([once(entry, 'drain'), ended.promise])
      entry.end(null)
    }
    await ended.promise
  }
}

function ignoreVanished(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null
  throw error
}

/** Whether a folder is absent or has nothing in it. */
export async function isEmptyFolder(path: string): Promise<boolean> {
  if (!(await stat(path).catch(() => null))) return true
  return (await readdir(path)).length === 0
}
