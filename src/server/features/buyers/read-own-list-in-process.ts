/**
 * Reads a buyer's list in a process of its own, from its standard input: a million rows take seconds while the store
 * must keep answering, and a file that breaks the reader must not end the store. It knows the secret of fingerprints
 * and no database, and writes nothing anywhere.
 */
import type { OwnListCheck } from '#contract/buyers/own-lists.ts'
import { Bounds, FileProblem, unpack } from '#server/features/imports/unpack.ts'
import { CsvError, CsvReader } from '#server/platform/files/csv-reader.ts'
import { TextReader } from '#server/platform/files/text-reader.ts'
import { isOldWorkbook, isZip, readWorkbook, WorkbookError } from '#server/platform/files/workbook-reader.ts'
import { readInput, sendToParent } from '#server/platform/process/child-process.ts'
import { OwnListReader } from './own-list-reader.ts'

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
/** Read at a time: of more line ends, the rows alone would fill the memory. */
const TEXT_AT_ONCE = 8 * 1024
/** Whole fingerprints, and base64 without padding in between. */
const KEYS_AT_ONCE = 48 * 16 * 1024
const task = await readInput<OwnListTask>()
const tell = (news: OwnListNews) => sendToParent(news)
const ctx = { secrets: { fingerprints: task.secret } }
const bounds = new Bounds(UNPACKED_MAX)

async function readText(bytes: AsyncIterable<Buffer>): Promise<OwnListReader> {
  const reader = new OwnListReader(ctx)
  const text = new TextReader()
  const csv = new CsvReader()
  const take = (rows: readonly string[][]) => {
    for (const cells of rows) reader.take(cells)
  }
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += TEXT_AT_ONCE)
      take(csv.push(text.read(chunk.subarray(at, at + TEXT_AT_ONCE))))
  }
  take(csv.push(text.end()))
  take(csv.end())
  return reader
}

async function readSheet(bytes: AsyncIterable<Buffer>): Promise<OwnListReader> {
  const parts: Buffer[] = []
  for await (const chunk of bytes) {
    bounds.packed += chunk.length
    parts.push(chunk)
  }
  const reader = new OwnListReader(ctx)
  readWorkbook(Buffer.concat(parts), { onRow: (cells) => reader.take(cells), onBytes: (bytes) => bounds.pass(bytes) })
  return reader
}

async function* startingWith(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let chunk: Buffer | undefined = first; chunk; chunk = (await rest.next()).value) yield chunk
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
    throw new FileProblem(
      'This workbook is an XLS file or has a password. Save it as XLSX without one, or save the sheet as “CSV UTF-8”.',
    )
  if (isZip(head)) return readSheet(bytes)
  return readText(unpack(bytes, bounds))
}

function problemOf(error: unknown): FileProblem | null {
  if (error instanceof FileProblem) return error
  return error instanceof CsvError || error instanceof WorkbookError ? new FileProblem(error.message) : null
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
