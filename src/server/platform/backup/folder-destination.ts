/** Backups in a folder: another disk, or a mounted share. */
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { hours, systemClock } from '../clock.ts'
import { BackupError } from './backup-error.ts'
import type { Destination, StoredObject } from './destination.ts'

/** Objects being written; never listed. */
const UNFINISHED = '.unfinished-'
/** A write in progress touches its file all the time. */
const ABANDONED_AFTER_MS = hours(1)
let writes = 0

/** Opens a folder, which is created when something is written. */
export function openFolder(path: string): Destination {
  const root = resolve(path)
  const pathOf = (name: string) => join(root, name)

  return {
    label: root,

    async put(name, content) {
      const target = pathOf(name)
      const scratch = join(dirname(target), `${UNFINISHED}${process.pid}-${++writes}`)
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      try {
        const file = await open(scratch, 'wx', 0o600)
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(scratch, target)
        await flushFolder(dirname(target))
        // A new folder is an entry in its parent, so each parent of a new one is flushed, too.
        for (let folder = dirname(target); made && folder !== dirname(made); folder = dirname(folder))
          await flushFolder(dirname(folder))
      } finally {
        await rm(scratch, { force: true })
      }
    },

    async get(name) {
      return readFile(pathOf(name)).catch((error: unknown) => {
        if (!isAbsent(error)) throw error
        throw new BackupError(`${name} is missing in ${root}.`)
      })
    },

    async list(prefix) {
      const found: StoredObject[] = []
      for (const entry of await entriesOf(pathOf(prefix.slice(0, prefix.lastIndexOf('/') + 1)))) {
        const name = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
        if (!name.startsWith(prefix) || entry.name.startsWith(UNFINISHED)) continue
        const facts = await stat(pathOf(name)).catch(() => null)
        if (facts) found.push({ name, bytes: facts.size })
      }
      return found.sort((a, b) => (a.name < b.name ? -1 : 1))
    },

    async remove(name) {
      await rm(pathOf(name), { force: true })
    },

    async removeUnfinished() {
      for (const { parentPath, name } of await entriesOf(root)) {
        const path = join(parentPath, name)
        if (!name.startsWith(UNFINISHED)) continue
        const facts = await stat(path).catch(() => null)
        if (facts && facts.mtimeMs < systemClock.now().getTime() - ABANDONED_AFTER_MS) await rm(path, { force: true })
      }
    },
  }
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A folder that does not exist yet has nothing in it; one that cannot be read is an error. */
async function entriesOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  return entries.filter((entry) => entry.isFile())
}

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
