import type { Readable } from 'node:stream'
import { FILE_BYTES_MAX, FILE_PART_BYTES } from '#contract/imports/imports.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { CsvError, CsvReader } from '#server/platform/files/csv-reader.ts'
import { TextReader } from '#server/platform/files/text-reader.ts'
import { readUpload } from '#server/platform/http/uploads.ts'
import { UNPACKED_MAX } from './file-intake.ts'
import { readHeader } from './header.ts'
import * as sql from './queries.ts'
import { type ImportScope, kindOf, requireImport, showImport } from './show-import.ts'
import { hasContacts, mayForbidCalls, sampleColumns } from './understand-columns.ts'
import { Bounds, FileProblem, unpack } from './unpack.ts'

const EXAMPLES = 3
const EXAMPLE_CHARACTERS_MAX = 60
/** What columns mean is decided by these, and by rows from further on. */
const FIRST_ROWS = 300
/** They are far shorter. A file without line ends must not be read to its end for them. */
const LOOKED_AT_BYTES_MAX = 1024 * 1024
/** So many parts are looked at after the first, and so much of each. */
const LATER_PARTS = 6
const LATER_BYTES = 64 * 1024

/**
 * Stores a part of a file. Sending it again replaces it.
 * @throws Refusal `import_unknown`; `import_not_ready` if the file was already opened; `body_too_large`
 */
export async function receivePart(
  ctx: PlatformContext,
  scope: ImportScope,
  input: { importId: string; partNumber: number },
  body: Readable,
): Promise<{ bytesReceived: number }> {
  const row = await requireImport(ctx.database, scope, input.importId)
  if (input.partNumber * FILE_PART_BYTES >= FILE_BYTES_MAX[row.kind]) throw new Refusal('body_too_large')
  const part = await readUpload(body, FILE_PART_BYTES)
  if (part) return savePartBytes(ctx, input, part)
  throw new Refusal('body_too_large.file_part', { values: { megabytes: FILE_PART_BYTES / 2 ** 20 } })
}

/** Stores a part whose bytes are in memory. */
export async function savePartBytes(
  ctx: PlatformContext,
  { importId, partNumber }: { importId: string; partNumber: number },
  bytes: Buffer,
): Promise<{ bytesReceived: number }> {
  const [saved] = await ctx.database.run(sql.savePart, { importId, partNumber, bytes, now: ctx.clock.now() })
  if (!saved) throw new Refusal('import_not_ready')
  return { bytesReceived: saved.bytes_received }
}

async function requireAllParts(ctx: PlatformContext, row: sql.ImportRow): Promise<number> {
  const [sum] = await ctx.database.run(sql.sumParts, { importId: row.import_id })
  const bytes = Number(sum?.bytes ?? 0)
  const bytesMax = FILE_BYTES_MAX[row.kind]
  if (bytes > bytesMax)
    throw new FileProblem(
      `The file is larger than ${bytesMax / 2 ** 20} MB. Compress it with gzip, or send it in parts.`,
    )
  const isGapless = sum?.parts === (sum?.last ?? -1) + 1 && (sum?.shortest ?? FILE_PART_BYTES) === FILE_PART_BYTES
  if (!isGapless || bytes !== row.file_bytes) {
    if (row.state !== 'waiting') throw new Refusal('import_not_ready.file_gone')
    throw new Refusal('import_not_ready.parts_missing', { values: { bytes: row.file_bytes, received: bytes } })
  }
  return bytes
}

/** The rows at the start of a file. */
async function readFirstRows(ctx: PlatformContext, importId: string): Promise<string[][]> {
  const parts = async function* () {
    for (let part = 0; ; part += 1) {
      const [found] = await ctx.database.run(sql.readPart, { importId, partNumber: part })
      if (!found) return
      yield found.bytes
    }
  }
  const text = new TextReader()
  const csv = new CsvReader()
  const rows: string[][] = []
  let bytes = 0
  try {
    for await (const chunk of unpack(parts(), new Bounds(UNPACKED_MAX))) {
      for (let at = 0; at < chunk.length && rows.length <= FIRST_ROWS && bytes < LOOKED_AT_BYTES_MAX; at += 65_536) {
        const piece = chunk.subarray(at, at + 65_536)
        bytes += piece.length
        rows.push(...csv.push(text.read(piece)))
      }
      if (rows.length > FIRST_ROWS || bytes >= LOOKED_AT_BYTES_MAX) return rows
    }
    rows.push(...csv.push(text.end()), ...csv.end())
    return rows
  } catch (error) {
    throw error instanceof CsvError ? new FileProblem(error.message) : error
  }
}

/** Rows from further on in a file: what a column has may begin late. Of a compressed file there are none. */
async function readLaterRows(
  ctx: PlatformContext,
  importId: string,
  parts: number,
  width: number,
): Promise<string[][]> {
  const rows: string[][] = []
  const step = Math.ceil(parts / (LATER_PARTS + 1))
  for (let part = step; part < parts; part += step) {
    const [found] = await ctx.database.run(sql.readPart, { importId, partNumber: part })
    const piece = found?.bytes.subarray(0, LATER_BYTES) ?? Buffer.alloc(0)
    // It begins and ends in the middle of a row.
    const text = piece.subarray(piece.indexOf('\n') + 1, piece.lastIndexOf('\n') + 1)
    if (text.includes(0)) return []
    try {
      rows.push(...new CsvReader().push(text.toString('utf8')).filter((cells) => cells.length === width))
    } catch {
      // A line end within quotes: this place tells nothing.
    }
  }
  return rows
}

/** Three that differ, from the start, the middle and the end of a file. */
function examplesOf({ values }: { values: readonly string[] }): string[] {
  const different = [...new Set(values.map((text) => text.slice(0, EXAMPLE_CHARACTERS_MAX)))]
  const places =
    different.length <= EXAMPLES ? different.keys() : [0, Math.floor(different.length / 2), different.length - 1]
  return [...places].flatMap((at) => different[at] ?? [])
}

/**
 * Confirms that all parts are there, and shows the columns with their first rows and a mapping.
 * @throws Refusal `import_unknown`; `import_not_ready` while parts are missing; `file_refused`
 */
export async function openFile(ctx: PlatformContext, scope: ImportScope, importId: string) {
  const row = await requireImport(ctx.database, scope, importId)
  if (!row.has_rows || row.state === 'lapsed') throw new Refusal('import_not_ready')
  const kind = kindOf(scope.kinds, row)
  try {
    const bytes = await requireAllParts(ctx, row)
    const [header, ...rows] = (await readFirstRows(ctx, importId)).filter((cells) => cells.some((cell) => cell.trim()))
    if (!header) throw new FileProblem('The file is empty.')
    const columns = readHeader(header)
    const parts = Math.ceil(bytes / FILE_PART_BYTES)
    const later = await readLaterRows(ctx, importId, parts, columns.length)
    const sampled = sampleColumns(columns, [...rows, ...later])
    const callColumns = sampled.filter(mayForbidCalls).map(({ name }) => name)
    const found = { importId, now: ctx.clock.now(), columns, callColumns, bytesReceived: bytes }
    const [opened] = await ctx.database.run(sql.markOpened, found)
    if (!opened) throw new Refusal('import_unknown')
    await kind.recordLook?.(ctx, opened, 'examples of each column')
    return {
      import: await showImport(ctx, scope, opened),
      columns: sampled.map((column) => ({
        name: column.name,
        examples: examplesOf(column),
        isContact: hasContacts(column),
        mayForbidCalls: callColumns.includes(column.name),
      })),
      ...(await kind.propose(ctx, opened, sampled)),
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    await ctx.database.run(sql.markRefused, { importId, now: ctx.clock.now(), problem: error.message })
    throw new Refusal('file_refused', { message: error.message })
  }
}
