import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FileProblem } from '#server/features/admin/imports.ts'

const LEAD_FILE_UNPACKED_MAX = 1024 * 1024 * 1024
/** How many times larger a file may become when decompressed. Lists of people compress four to ten times. */
const LEAD_FILE_RATIO_MAX = 100
const GZIP = [0x1f, 0x8b] as const
/** Below this, the ratio does not count: a short repetitive beginning may legitimately grow many times. */
const RATIO_COUNTS_FROM_BYTES = 4 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
const isGzip = (bytes: Buffer): boolean => bytes[0] === GZIP[0] && bytes[1] === GZIP[1]

/** Lets bytes pass until they exceed a file's limit, or have grown more than any list does. */
class Bounds {
  packed = 0
  #unpacked = 0

  pass(bytes: Buffer): Buffer {
    this.#unpacked += bytes.length
    if (this.#unpacked > LEAD_FILE_UNPACKED_MAX)
      throw new FileProblem(`The file holds more than ${LEAD_FILE_UNPACKED_MAX / 2 ** 20} MB. Import it in parts.`)
    const isGrowing = this.#unpacked > RATIO_COUNTS_FROM_BYTES && this.#unpacked > this.packed * LEAD_FILE_RATIO_MAX
    if (isGrowing) {
      throw new FileProblem(
        `The file becomes more than ${LEAD_FILE_RATIO_MAX} times larger when it is unpacked, as no list of leads does. Send it uncompressed.`,
      )
    }
    return bytes
  }
}

/**
 * Decompresses a file that is compressed with gzip, and passes any other on.
 * @throws FileProblem if it is damaged, or larger than `LEAD_FILE_UNPACKED_MAX` or `LEAD_FILE_RATIO_MAX` allow
 */
export async function* unpack(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const bounds = new Bounds()
  const counted = async function* (first: Buffer, rest: AsyncIterator<Buffer>) {
    for (let part: Buffer | undefined = first; part; ) {
      bounds.packed += part.length
      yield part
      const next: IteratorResult<Buffer> = await rest.next()
      part = next.done ? undefined : next.value
    }
  }
  const iterator = parts[Symbol.asyncIterator]()
  const begin = await iterator.next()
  if (begin.done) return
  const bytes = counted(begin.value, iterator)
  if (!isGzip(begin.value)) {
    for await (const part of bytes) yield bounds.pass(part)
    return
  }
  const source = Readable.from(bytes, { objectMode: true, highWaterMark: 1 })
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  source.on('error', (error) => gunzip.destroy(error))
  try {
    for await (const chunk of source.pipe(gunzip)) yield bounds.pass(chunk)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (/^Z_/.test(code))
      throw new FileProblem('The file is damaged: it cannot be unpacked to its end. Compress and send it again.')
    throw error
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}
