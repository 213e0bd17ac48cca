/** Files that outlive a crash of the machine. */
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a new file, which only its owner may read. @throws Error with code `EEXIST` if there is one */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(content)
  await file.sync()
}

/** Makes new names in a folder durable, and new folders above it. @param made the topmost new one, as from `mkdir` */
export async function flushFolder(path: string, made?: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
  if (made && path !== dirname(made)) await flushFolder(dirname(path), made)
}
