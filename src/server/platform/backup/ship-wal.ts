/** Ships PostgreSQL's finished segments, which `basic_archive` copied. They wait while the destination is down. */
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, type Destination, readWalFile, readWalObject, walObjectName, walPrefix } from './names.ts'
import { seal } from './seal.ts'

/** Content that is there already counts as shipped. @throws BackupError if there is other content under its name */
export async function shipFile(
  destination: Destination,
  source: { file: string; content: Buffer; archivedAt: Date },
  recipients: readonly string[],
): Promise<void> {
  // `subtle` hashes off the thread that serves the shop.
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(source.content))
  const hash = Buffer.from(digest).toString('hex').slice(0, 32)
  const kept = (await destination.list(walPrefix(source.file)))
    .flatMap(({ name }) => readWalObject(name) ?? [])
    // The label of a backup has the name of its first segment, and more.
    .filter(({ file }) => file === source.file)
  if (kept.some((one) => one.hash !== hash))
    throw new BackupError(
      `${destination.label} has another ${source.file}: two databases write to it. Give each a place of its own.`,
    )
  if (kept.length > 0) return
  const name = walObjectName(source.file, source.archivedAt, hash, recipients.length > 0)
  await destination.put(name, await seal(source.content, recipients))
}

/** Ships what PostgreSQL has archived, oldest first, and removes it there. Two may do this at once. */
export async function shipWal(
  archiveDir: string,
  destination: Destination,
  recipients: readonly string[],
): Promise<number> {
  const files = (await readdir(archiveDir)).filter((file) => readWalFile(file)).sort()
  for (const file of files) {
    const path = join(archiveDir, file)
    try {
      const [content, { mtime }] = await Promise.all([readFile(path), stat(path)])
      await shipFile(destination, { file, content, archivedAt: mtime }, recipients)
    } catch (error) {
      // Another process has just shipped it.
      if (!(await stat(path).catch(() => null))) continue
      throw error
    }
    await rm(path, { force: true })
  }
  return files.length
}
