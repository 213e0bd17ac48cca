/** The secrets file: JSON that only its owner may read. */
import { type FileHandle, link, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

const Key = z.strictObject({ from: z.iso.datetime(), value: z.string().check(z.minLength(32)) })
const Keys = z.array(Key).check(z.minLength(1))
const File = z.strictObject({ fingerprints: z.string().check(z.minLength(32)), tokens: Keys, sessions: Keys })

export type StoredKey = z.infer<typeof Key>
/** `fingerprints` one secret; `tokens` and `sessions` keys with the instant from which each is used. */
export type SecretsFile = z.infer<typeof File>
/** What `npm run secrets -- rotate` can replace. */
export type Rotated = 'tokens' | 'sessions'

/** @returns null if there is no such file. @throws Error that names the file if it cannot be read or is not ours */
export async function readSecretsFile(path: string): Promise<SecretsFile | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  const parsed = File.safeParse(parseJson(text))
  if (!parsed.success) throw new Error(`${path} is not a secrets file of this store. Restore it from your backup.`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The secrets cannot be changed now; the message says why and what to do. */
export class RotationError extends Error {
  override name = 'RotationError'
}

/** Writes a new file at once and durably. @throws Error with code `EEXIST` if there is one */
export async function createSecretsFile(path: string, secrets: SecretsFile): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true })
  const next = `${path}.${process.pid}.new`
  try {
    const handle = await open(next, 'wx', 0o600)
    await writeDurably(handle, secrets)
    await link(next, path)
  } finally {
    await rm(next, { force: true })
  }
  await syncFolder(dirname(path))
  // A new folder is an entry in its parent, so each parent of a new one is flushed, too.
  for (let folder = dirname(path); made && folder !== dirname(made); folder = dirname(folder))
    await syncFolder(dirname(folder))
}

/**
 * Replaces the file at once: readers see all of the old one or all of the new one. It keeps its owner and mode.
 * Two changes never run at once, as the file being written is the lock.
 *
 * @param change returns what the file has from now on, or null to leave it; its argument is null without a file
 * @throws RotationError while another change runs, or if the file cannot be replaced by this user or where it is
 */
export async function changeSecretsFile(
  path: string,
  change: (file: SecretsFile | null) => Promise<SecretsFile | null> | SecretsFile | null,
): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const next = `${target}.new`
  const handle = await open(next, 'wx', 0o600).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw codeOf(error) === 'EEXIST' ? new RotationError(busy(next)) : error
  })
  if (!handle) {
    await change(null)
    return
  }
  let isRenamed = false
  try {
    const secrets = await change(await readSecretsFile(target))
    if (!secrets) return
    const { uid, gid, mode } = await stat(target)
    await handle.chown(uid, gid)
    await handle.chmod(mode & 0o777)
    await writeDurably(handle, secrets)
    await rename(next, target)
    isRenamed = true
    await syncFolder(dirname(target))
  } catch (error) {
    if (codeOf(error) === 'EPERM') throw new RotationError(`${target} belongs to another user. Run this as its owner.`)
    if (codeOf(error) === 'EBUSY') throw new RotationError(mounted(target))
    throw error
  } finally {
    await handle.close()
    // After that, a file of this name is another change's lock.
    if (!isRenamed) await rm(next, { force: true })
  }
}

const busy = (next: string): string =>
  `The secrets are being changed: ${next} exists. If no other \`npm run secrets\` runs, remove it and try again.`

const mounted = (path: string): string =>
  `${path} is mounted by itself and cannot be replaced. Mount its folder, or run this where the file really is.`

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Writes all and closes the file. */
async function writeDurably(handle: FileHandle, secrets: SecretsFile): Promise<void> {
  try {
    await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
