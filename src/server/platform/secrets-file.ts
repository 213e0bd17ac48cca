/** The secrets file: JSON that only its owner may read. */
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
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

/** Writes a new file, durably. @throws Error with code `EEXIST` if there is one */
export async function createSecretsFile(path: string, secrets: SecretsFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeDurably(path, secrets, 'wx')
  await syncFolder(path)
}

/** Replaces the file at once: readers see all of the old one or all of the new one. */
export async function replaceSecretsFile(path: string, secrets: SecretsFile): Promise<void> {
  const next = `${path}.${process.pid}.new`
  try {
    await writeDurably(next, secrets, 'wx')
    await rename(next, path)
  } finally {
    await rm(next, { force: true })
  }
  await syncFolder(path)
}

async function writeDurably(path: string, secrets: SecretsFile, flags: 'wx'): Promise<void> {
  const handle = await open(path, flags, 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await chmod(path, 0o600)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}
