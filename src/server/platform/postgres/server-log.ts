import { copyFile, open, stat, truncate } from 'node:fs/promises'
import { withFile } from '#server/platform/files/durable-files.ts'

/** At this size the log moves to `postgres.log.1`, so there are never more than two files of it on the disk. */
const LOG_BYTES_MAX = 5_000_000
const LOOK_EVERY_MS = 10 * 60_000
const FULL = /No space left on device|Disk quota exceeded/
const FULL_REMEDY =
  'The disk is full: free some space (a new store needs about 200 MB), or set DATA_DIR to a larger disk.'

const TAIL_BYTES = 2_000

/** `DATA_DIR/postgres.log`. PostgreSQL writes into our handle, so it needs no access to the folder and no rotation. */
export async function openServerLog(path: string) {
  await limitSize(path)
  const timer = setInterval(() => void limitSize(path).catch(() => {}), LOOK_EVERY_MS)
  timer.unref()
  return {
    path,
    /** A handle in append mode: after a truncation, PostgreSQL continues at the new end. */
    openForAppend: () => open(path, 'a', 0o600),
    size: async () => (await stat(path).catch(() => null))?.size ?? 0,
    since: (start: number) => readFrom(path, start),
    async ending(start = 0) {
      const said = await readFrom(path, start)
      const remedy = FULL.test(said) ? `\n${FULL_REMEDY}` : ''
      return `Its log, ${path}, ends with:\n${said || '(nothing)'}${remedy}`
    },
    close: () => clearInterval(timer),
  }
}

export type ServerLog = Awaited<ReturnType<typeof openServerLog>>

async function limitSize(path: string): Promise<void> {
  const size = (await stat(path).catch(() => null))?.size ?? 0
  if (size <= LOG_BYTES_MAX) return
  // A running PostgreSQL keeps the file open, so it is copied and emptied in place. Losing lines in between is fine.
  await copyFile(path, `${path}.1`)
  await truncate(path, 0)
}

async function readFrom(path: string, start: number): Promise<string> {
  return withFile(path, 'r', async (file) => {
    const { size } = await file.stat()
    const from = Math.max(start, size - TAIL_BYTES)
    if (from >= size) return ''
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - from), position: from })
    return buffer.subarray(0, bytesRead).toString('utf8').trim()
  }).catch(() => '')
}
