/** Files that outlive a crash of the machine. */
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '#server/platform/errors.ts'

/** Opens a file, which only its owner may read if it is new, and closes it after use. */
export async function withFile<Result>(path: string, flags: string, use: (file: FileHandle) => Promise<Result>) {
  const file = await open(path, flags, 0o600)
  return use(file).finally(() => file.close())
}

/** Writes a new file that only its owner may read. @throws Error `EEXIST` if there is one, unless the flag is `w` */
export const writeDurably = (path: string, content: string | Uint8Array, flag: 'w' | 'wx' = 'wx'): Promise<void> =>
  withFile(path, flag, async (file) => {
    await file.writeFile(content)
    await file.sync()
  })

/** Makes new names in a folder durable, and new folders above it. @param made the topmost new one, as from `mkdir` */
export async function flushFolder(path: string, made?: string): Promise<void> {
  await withFile(path, 'r', (folder) => folder.sync())
  if (made && path !== dirname(made)) await flushFolder(dirname(path), made)
}

/** Reads a text file. @returns null if there is none */
export const readIfThere = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  })
