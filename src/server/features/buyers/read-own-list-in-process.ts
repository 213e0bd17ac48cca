/**
 * Reads a buyer's list in a process of its own, from its standard input: a million rows take seconds while the store
 * must keep answering, and a file that breaks the reader must not end the store. It knows the secret of fingerprints
 * and no database, and writes nothing anywhere.
 */
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { OwnListCheck } from '#contract/buyers/own-lists.ts'
import { CsvError, CsvReader } from '#server/platform/files/csv-reader.ts'
import { TextReader } from '#server/platform/files/text-reader.ts'
import { isOldWorkbook, isZip, readWorkbook, WorkbookError } from '#server/platform/files/workbook-reader.ts'
import { readInput, sendToParent } from '#server/platform/process/child-process.ts'
import { OwnListProblem, OwnListReader } from './own-list-reader.ts'

export interface OwnListTask {
  secret: string
  /** Whether the fingerprints are wanted, or only the counts. */
  isKept: boolean
}

export type OwnListNews =
  | { kind: 'keys'; part: 'addresses' | 'phones'; base64: string }
  | { kind: 'problem'; message: string; isTooLarge: boolean }
  | { kind: 'done'; check: OwnListCheck }

/** The largest unpacked file: a million rows with many columns. */
const UNPACKED_MAX = 512 * 1024 * 1024
/** How many times larger a file may become. Lists compress four to twenty times, short ones perhaps more. */
const RATIO_MAX = 100
const RATIO_COUNTS_FROM_BYTES = 4 * 1024 * 1024
/** Read at a time: of more line ends, the rows alone would fill the memory. */
const TEXT_AT_ONCE = 8 * 1024
/** Whole fingerprints, and base64 without padding in between. */
const KEYS_AT_ONCE = 48 * 16 * 1024
const task = await readInput<OwnListTask>()
const tell = (news: OwnListNews) => sendToParent(news)
const ctx = { secrets: { fingerprints: task.secret } }
let packed = 0
let unpacked = 0
/** @throws OwnListProblem for a file that is too large, or grows more than any list does */
function countUnpacked(bytes: number): void {
  unpacked += bytes
  const isGrowing = unpacked > RATIO_COUNTS_FROM_BYTES && unpacked > packed * RATIO_MAX
  if (unpacked <= UNPACKED_MAX && !isGrowing) return
  const message = isGrowing
    ? `The file becomes more than ${RATIO_MAX} times larger when it is unpacked, as no list does. Send it uncompressed.`
    : `The file holds more than ${UNPACKED_MAX / 2 ** 20} MB. Leave out columns, or send it in parts.`
  throw new OwnListProblem(message, { isTooLarge: true })
}

async function readText(bytes: AsyncIterable<Buffer>): Promise<OwnListReader> {
  const reader = new OwnListReader(ctx, { isRagged: false })
  const text = new TextReader()
  const csv = new CsvReader()
  const take = (rows: readonly string[][]) => {
    for (const cells of rows) reader.take(cells)
  }
  for await (const chunk of bytes) {
    countUnpacked(chunk.length)
    for (let at = 0; at < chunk.length; at += TEXT_AT_ONCE)
      take(csv.push(text.read(chunk.subarray(at, at + TEXT_AT_ONCE))))
  }
  take(csv.push(text.end()))
  take(csv.end())
  return reader
}

async function readSheet(bytes: AsyncIterable<Buffer>): Promise<OwnListReader> {
  const parts: Buffer[] = []
  for await (const chunk of bytes) parts.push(chunk)
  const reader = new OwnListReader(ctx, { isRagged: true })
  readWorkbook(Buffer.concat(parts), { onRow: (cells) => reader.take(cells), onBytes: countUnpacked })
  return reader
}

async function* startingWith(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let chunk: Buffer | undefined = first; chunk; chunk = (await rest.next()).value) {
    packed += chunk.length
    yield chunk
  }
}

async function readHead(input: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (head.length < 4) {
    const next = await input.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return head
}

async function read(): Promise<OwnListReader> {
  const input = (process.stdin as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  const head = await readHead(input)
  const bytes = startingWith(head, input)
  if (isOldWorkbook(head))
    throw new OwnListProblem(
      'This workbook is an XLS file or has a password. Save it as XLSX without one, or save the sheet as “CSV UTF-8”.',
    )
  if (isZip(head)) return readSheet(bytes)
  if (head[0] !== 0x1f || head[1] !== 0x8b) return readText(bytes)
  const gunzip = createGunzip()
  const source = Readable.from(bytes, { objectMode: true, highWaterMark: 1 })
  source.on('error', (error) => gunzip.destroy(error))
  return readText(source.pipe(gunzip))
}

function problemOf(error: unknown): OwnListProblem | null {
  if (error instanceof OwnListProblem) return error
  if (error instanceof CsvError || error instanceof WorkbookError) return new OwnListProblem(error.message)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('Z_')
    ? new OwnListProblem('The file is damaged: it cannot be unpacked to its end. Send it again.')
    : null
}

try {
  const { check, ...keys } = (await read()).end()
  for (const part of task.isKept ? (['addresses', 'phones'] as const) : []) {
    for (let at = 0; at < keys[part].length; at += KEYS_AT_ONCE)
      tell({ kind: 'keys', part, base64: keys[part].toString('base64', at, at + KEYS_AT_ONCE) })
  }
  tell({ kind: 'done', check })
} catch (error) {
  const problem = problemOf(error)
  if (!problem) throw error
  tell({ kind: 'problem', message: problem.message, isTooLarge: problem.isTooLarge })
}
// The rest of the file must not keep the process alive.
process.stdin.destroy()
