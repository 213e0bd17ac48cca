import { isUtf8 } from 'node:buffer'
import { FileProblem } from './unpack.ts'

/** Letters beyond ASCII, as UTF-8 has them or as a single byte. */
const HIGH = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g
/** Bytes beside letters that are letters or apostrophes on a Macintosh, but signs or capitals in Windows. */
const MACINTOSH = /[A-Za-z](?:[\x80-\x91\x93-\x95\x98-\x9f]|[\x96\xd5](?=[A-Za-z]))|[\x80-\x86](?=[A-Za-z])/g
const WINDOWS = /[A-Za-z][\xc0-\xd4\xd6-\xff]/g

const MARK_BYTES_MAX = 3

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0

/** Whether bytes beyond ASCII are those of an old Macintosh, which also ended lines by a return alone. */
const isMacintosh = (latin1: string): boolean =>
  (latin1.includes('\r') && !latin1.includes('\n')) || countOf(latin1, MACINTOSH) > countOf(latin1, WINDOWS)

/** How many bytes at the end begin a letter of UTF-8 that is not all there. */
function cutOffBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

/**
 * Decodes bytes of a file as text, part by part: UTF-8 or UTF-16 by its mark, else UTF-8. Bytes that are not UTF-8 are
 * letters of Windows or an old Macintosh, also within a file of UTF-8: lists are put together from several.
 */
export class TextReader {
  /** The first bytes, kept until they can be a mark, or the start of a letter whose rest is in the next part. */
  #rest: Buffer = Buffer.alloc(0)
  #isBegun = false
  #utf16: TextDecoder | null = null
  #single: string | null = null

  /** @throws FileProblem for bytes that are not text */
  read(bytes: Buffer): string {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    if (!this.#isBegun && all.length < MARK_BYTES_MAX) {
      this.#rest = all
      return ''
    }
    const bytesLeft = this.#isBegun ? all : this.#begin(all)
    const cutOff = this.#utf16 ? 0 : cutOffBytes(bytesLeft)
    this.#rest = bytesLeft.subarray(bytesLeft.length - cutOff)
    return this.#decode(bytesLeft.subarray(0, bytesLeft.length - cutOff))
  }

  /** @throws FileProblem for bytes that are not text */
  end(): string {
    return this.#decode(this.#isBegun ? this.#rest : this.#begin(this.#rest)) + (this.#utf16?.decode() ?? '')
  }

  /** Returns the bytes after the mark of UTF-8. */
  #begin(head: Buffer): Buffer {
    this.#isBegun = true
    const [first, second, third] = head
    if (first === 0xff && second === 0xfe) this.#utf16 = new TextDecoder('utf-16le')
    if (first === 0xfe && second === 0xff) this.#utf16 = new TextDecoder('utf-16be')
    return first === 0xef && second === 0xbb && third === 0xbf ? head.subarray(MARK_BYTES_MAX) : head
  }

  #decode(bytes: Buffer): string {
    if (this.#utf16) return textOnly(this.#utf16.decode(bytes, { stream: true }))
    return textOnly(isUtf8(bytes) ? bytes.toString('utf8') : this.#decodeMixed(bytes.toString('latin1')))
  }

  #decodeMixed(latin1: string): string {
    this.#single ??= new TextDecoder(isMacintosh(latin1) ? 'macintosh' : 'windows-1252').decode(
      Uint8Array.from({ length: 128 }, (_, index) => 128 + index),
    )
    const single = this.#single
    return latin1.replace(HIGH, (found) =>
      found.length > 1 ? Buffer.from(found, 'latin1').toString('utf8') : single.charAt(found.charCodeAt(0) - 128),
    )
  }
}

function textOnly(text: string): string {
  if (text.includes('\0'))
    throw new FileProblem('The file holds characters that no text has. Save the list as XLSX or “CSV UTF-8”.')
  return text
}
