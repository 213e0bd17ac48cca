import { Readable, type Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** A problem with a file as a whole; `message` is for the person who uploads it. */
export class FileProblem extends Error {
  override name = 'FileProblem'
}

/** How many times larger a file may become when it is unpacked. Lists of people compress four to twenty times. */
const RATIO_MAX = 100
/** Below this, the ratio does not count: a short repetitive beginning may legitimately grow many times. */
const RATIO_COUNTS_FROM_BYTES = 4 * 1024 * 1024
export const CHUNK_BYTES = 256 * 1024
const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Lets bytes pass until they exceed a file's limit, or have grown more than any list does. */
export class Bounds {
  packed = 0
  readonly #unpackedMax: number
  #unpacked = 0

  constructor(unpackedMax: number) {
    this.#unpackedMax = unpackedMax
  }

  /** @throws FileProblem */
  pass(bytes: number): void {
    this.#unpacked += bytes
    const isGrowing = this.#unpacked > RATIO_COUNTS_FROM_BYTES && this.#unpacked > this.packed * RATIO_MAX
    if (this.#unpacked <= this.#unpackedMax && !isGrowing) return
    const message = isGrowing
      ? `The file becomes more than ${RATIO_MAX} times larger when it is unpacked, as no list does. Send it uncompressed.`
      : `The file holds more than ${this.#unpackedMax / 2 ** 20} MB. Leave out columns, or send it in parts.`
    throw new FileProblem(message)
  }
}

/** Passes bytes through one of zlib's streams. @throws FileProblem if they are damaged */
export async function* decompress(
  packed: AsyncIterable<Buffer> | Iterable<Buffer>,
  stream: Transform,
): AsyncGenerator<Buffer> {
  const source = Readable.from(packed, { objectMode: true, highWaterMark: 1 })
  source.on('error', (error) => stream.destroy(error))
  try {
    yield* source.pipe(stream)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (/^Z_/.test(code)) throw new FileProblem('The file is damaged: it cannot be unpacked to its end. Send it again.')
    throw error
  } finally {
    source.destroy()
    stream.destroy()
  }
}

/** Decompresses a file that is compressed with gzip, and passes any other on. @throws FileProblem if it is damaged */
export async function* unpack(parts: AsyncIterable<Buffer>, bounds: Bounds): AsyncGenerator<Buffer> {
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
  const gunzip = isGzip(begin.value) ? createGunzip({ chunkSize: CHUNK_BYTES }) : null
  for await (const part of gunzip ? decompress(bytes, gunzip) : bytes) {
    bounds.pass(part.length)
    yield part
  }
}
