/**
 * Reads zips by the list at their end, as spreadsheets do: the sizes in front of each file are missing in zips that
 * were written in one go, and what looks like the end of a file may be a part of it.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT sections 4.3.7, 4.3.12, 4.3.16 and 4.5.3
 */
import { createInflateRaw } from 'node:zlib'
import { decompress, FileProblem } from './unpack.ts'

const [FILE, LISTED, LIST_END, LARGE_LIST_END] = [0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50]
const LIST_END_BYTES = 22
const COMMENT_BYTES_MAX = 0xffff
/** A workbook has a few dozen. */
const NAMES_MAX = 10_000
const PIECE_BYTES = 64 * 1024
/** The number is in the fields for large zips, which some programs always write. */
const LARGE = 0xffffffff
const [STORED, DEFLATED] = [0, 8]

export const DAMAGED = 'The file is damaged or only a part of it. Save it again, or save the sheet as “CSV UTF-8”.'

function demand(isTrue: boolean): void {
  if (!isTrue) throw new RangeError('not a zip')
}

function findList(zip: Buffer): { count: number; start: number } {
  let end = zip.length - LIST_END_BYTES
  while (zip.readUInt32LE(end) !== LIST_END) {
    end -= 1
    demand(end >= zip.length - LIST_END_BYTES - COMMENT_BYTES_MAX)
  }
  const start = zip.readUInt32LE(end + 16)
  if (start !== LARGE) return { count: zip.readUInt16LE(end + 10), start }
  const large = Number(zip.readBigUInt64LE(end - 12))
  demand(zip.readUInt32LE(large) === LARGE_LIST_END)
  return { count: zip.readUInt32LE(large + 32), start: Number(zip.readBigUInt64LE(large + 48)) }
}

function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

/** Unpacks one file of a zip. */
export type ReadEntry = () => AsyncIterable<Buffer> | Iterable<Buffer>

/** Lists the files in a zip by their names in lower case, and unpacks none. @throws FileProblem */
export function openZip(zip: Buffer): Map<string, ReadEntry> {
  const entries = new Map<string, ReadEntry>()
  try {
    const { count, start } = findList(zip)
    demand(count <= NAMES_MAX)
    for (let at = start, left = count; left > 0; left -= 1) {
      const [nameBytes = 0, fieldBytes = 0, commentBytes = 0] = [28, 30, 32].map((from) => zip.readUInt16LE(at + from))
      const fields = at + 46 + nameBytes
      // In this order, each takes eight bytes of the first field if it is large.
      let large = fields + 4
      const [, packed = 0, from = 0] = [24, 20, 42].map((place) => {
        const number = zip.readUInt32LE(at + place)
        if (number !== LARGE) return number
        large += 8
        return Number(zip.readBigUInt64LE(large - 8))
      })
      const method = zip.readUInt16LE(at + 10)
      demand(zip.readUInt32LE(at) === LISTED && zip.readUInt32LE(from) === FILE && [STORED, DEFLATED].includes(method))
      if (zip.readUInt16LE(at + 8) & 1) throw new FileProblem('The file has a password. Save it without one.')
      const begin = from + 30 + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28)
      const bytes = zip.subarray(begin, begin + packed)
      const inflate = () => createInflateRaw({ chunkSize: PIECE_BYTES })
      entries.set(zip.toString('utf8', at + 46, fields).toLowerCase(), () =>
        method === STORED ? inPieces(bytes) : decompress(inPieces(bytes), inflate()),
      )
      at = fields + fieldBytes + commentBytes
    }
  } catch (error) {
    throw error instanceof RangeError ? new FileProblem(DAMAGED) : error
  }
  return entries
}
