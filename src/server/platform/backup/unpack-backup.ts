/** Reads the archive of a backup: to check it, or to unpack it. */
import { createHash } from 'node:crypto'
import { chown, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import type { SystemUser } from '../postgres/program.ts'
import { BackupError } from './backup-error.ts'
import type { Destination } from './destination.ts'
import type { Manifest } from './manifest.ts'
import { damaged, decrypt } from './seal.ts'

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
export const checkArchive = (destination: Destination, manifest: Manifest, key: string | undefined) =>
  readArchive(destination, manifest, key, (_, content) => drain(content))

/**
 * Unpacks the cluster and the store's own files.
 *
 * @param folders existing folders; clusterDir is `user`'s
 * @throws BackupError if anything is damaged, or would be written elsewhere
 */
export function unpackArchive(
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
