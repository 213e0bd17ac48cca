/** Fetches the log for a restore into a folder that PostgreSQL reads from. */
import { createHash } from 'node:crypto'
import { chown, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemUser } from '../postgres/program.ts'
import type { Destination } from './destination.ts'
import type { WalObject } from './names.ts'
import { damaged, unseal } from './seal.ts'

/** The size of a segment in our clusters; nothing in the log is larger. */
const SEGMENT_BYTES = 16 * 1024 * 1024
const BLOCK_BYTES = 64 * 1024
const NOTHING = Buffer.alloc(BLOCK_BYTES)

/** Fetches and checks each object. @throws BackupError naming what is damaged */
export async function stageWal(
  destination: Destination,
  wal: readonly WalObject[],
  key: string | undefined,
  { folder, user }: { folder: string; user: SystemUser },
): Promise<void> {
  for (const object of wal) {
    const path = join(folder, object.file)
    await writeSparse(path, await fetchWal(destination, object, key))
    if (user) await chown(path, user.uid, user.gid)
  }
}

async function fetchWal(destination: Destination, object: WalObject, key: string | undefined): Promise<Buffer> {
  const { name } = object
  const content = await unseal(await destination.get(name), { name, key, bytesMax: SEGMENT_BYTES })
  const hash = createHash('sha256').update(content).digest('hex').slice(0, object.hash.length)
  if (hash !== object.hash) throw damaged(name, `its checksum is ${hash}`)
  return content
}

/** Leaves holes where the file is empty: a segment that was closed early is mostly nothing, and a day has hundreds. */
async function writeSparse(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for (let from = 0; from < content.length; from += BLOCK_BYTES) {
      const block = content.subarray(from, from + BLOCK_BYTES)
      if (block.equals(NOTHING.subarray(0, block.length))) continue
      await file.write(block, 0, block.length, from)
    }
    await file.truncate(content.length)
  } finally {
    await file.close()
  }
}
