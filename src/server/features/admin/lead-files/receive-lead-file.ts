/** Receives a file part by part, and opens it: lists its columns, and suggests what they mean. */
import type { Readable } from 'node:stream'
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import {
  LEAD_FILE_BYTES_MAX,
  LEAD_FILE_PART_BYTES,
  type LeadColumn,
  type LeadImport,
} from '#contract/admin/lead-files.ts'
import { FileProblem } from '#server/features/admin/imports.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { CsvError, CsvReader } from '#server/platform/csv-reader.ts'
import { Refusal } from '#server/platform/errors.ts'
import { readUpload } from '#server/platform/http/uploads.ts'
import { TextReader } from '#server/platform/text-reader.ts'
import { proposeMapping, readHeader } from './header.ts'
import { findSource, type ImportRow, markOpened, markRefused, readPart, savePart, sumParts } from './queries.ts'
import { recordLook, requireImport, showImport } from './show-lead-import.ts'
import { unpack } from './unpack.ts'

/** Rows that show what a column contains. */
const EXAMPLES = 5
const EXAMPLE_CHARACTERS_MAX = 60
/** A header and five rows are far shorter. A file without line ends must not be read to its end for them. */
const LOOKED_AT_BYTES_MAX = 1024 * 1024

/**
 * Stores a part of a file. Sending it again replaces it.
 *
 * @throws Refusal `lead_import_unknown`; `lead_import_not_ready` if the file was already opened; `body_too_large`
 */
export async function receivePart(
  ctx: PlatformContext,
  input: { importId: string; partNumber: number },
  body: Readable,
): Promise<{ bytesReceived: number }> {
  await requireImport(ctx, input.importId)
  const part = await readUpload(body, LEAD_FILE_PART_BYTES)
  if (part) return savePartBytes(ctx, input, part)
  throw new Refusal('body_too_large.file_part', { values: { megabytes: LEAD_FILE_PART_BYTES / 2 ** 20 } })
}

/** Stores a part whose bytes are in memory. */
export async function savePartBytes(
  ctx: PlatformContext,
  { importId, partNumber }: { importId: string; partNumber: number },
  bytes: Buffer,
): Promise<{ bytesReceived: number }> {
  const [saved] = await ctx.database.run(savePart, { importId, partNumber, bytes, now: ctx.clock.now() })
  if (!saved) throw new Refusal('lead_import_not_ready')
  return { bytesReceived: saved.bytes_received }
}

/** @throws Refusal `lead_import_not_ready` with what is missing; `lead_file_refused` for a file that is too large */
async function requireAllParts(ctx: PlatformContext, row: ImportRow): Promise<number> {
  const [sum] = await ctx.database.run(sumParts, { importId: row.import_id })
  const bytes = Number(sum?.bytes ?? 0)
  if (bytes > LEAD_FILE_BYTES_MAX) {
    const message = `The file is larger than ${LEAD_FILE_BYTES_MAX / 2 ** 20} MB. Compress it with gzip, or import it in parts.`
    throw new FileProblem(message)
  }
  const isGapless =
    sum?.parts === (sum?.last ?? -1) + 1 && (sum?.shortest ?? LEAD_FILE_PART_BYTES) === LEAD_FILE_PART_BYTES
  if (!isGapless || bytes !== row.file_bytes) {
    if (row.state !== 'waiting') throw new Refusal('lead_import_not_ready.file_gone')
    const values = { bytes: row.file_bytes, received: bytes }
    throw new Refusal('lead_import_not_ready.parts_missing', { values })
  }
  return bytes
}

/** Returns the header of a file and its first rows. @throws FileProblem */
async function readFirstRows(ctx: PlatformContext, importId: string): Promise<string[][]> {
  const parts = async function* () {
    for (let part = 0; ; part += 1) {
      const [found] = await ctx.database.run(readPart, { importId, partNumber: part })
      if (!found) return
      yield found.bytes
    }
  }
  const text = new TextReader()
  const csv = new CsvReader()
  const rows: string[][] = []
  let bytes = 0
  try {
    for await (const chunk of unpack(parts())) {
      for (let at = 0; at < chunk.length && rows.length <= EXAMPLES && bytes < LOOKED_AT_BYTES_MAX; at += 65_536) {
        const piece = chunk.subarray(at, at + 65_536)
        bytes += piece.length
        rows.push(...csv.push(text.read(piece)))
      }
      if (rows.length > EXAMPLES || bytes >= LOOKED_AT_BYTES_MAX) return rows
    }
    rows.push(...csv.push(text.end()), ...csv.end())
    return rows
  } catch (error) {
    throw error instanceof CsvError ? new FileProblem(error.message) : error
  }
}

const examplesOf = (rows: readonly string[][], at: number): string[] =>
  rows.slice(0, EXAMPLES).flatMap((cells) => {
    const text = cells[at]?.trim() ?? ''
    return text === '' ? [] : [text.slice(0, EXAMPLE_CHARACTERS_MAX)]
  })

/**
 * Confirms that all parts are there, and shows the columns with their first rows.
 *
 * @returns `mapping` as last used for the source, for columns that still exist; otherwise what their names suggest
 * @throws Refusal `lead_import_unknown`; `lead_import_not_ready` while parts are missing; `lead_file_refused`
 */
export async function openLeadFile(
  ctx: PlatformContext,
  importId: string,
): Promise<{ import: LeadImport; columns: LeadColumn[]; mapping: LeadMapping; isRemembered: boolean }> {
  const row = await requireImport(ctx, importId)
  if (!row.has_rows || row.state === 'lapsed') throw new Refusal('lead_import_not_ready')
  try {
    const bytes = await requireAllParts(ctx, row)
    const [header, ...rows] = (await readFirstRows(ctx, importId)).filter((cells) => cells.some((cell) => cell.trim()))
    if (!header) throw new FileProblem('The file is empty.')
    const columns = readHeader(header)
    const [opened] = await ctx.database.run(markOpened, {
      importId,
      now: ctx.clock.now(),
      columns,
      bytesReceived: bytes,
    })
    if (!opened) throw new Refusal('lead_import_unknown')
    await recordLook(ctx, opened, 'examples of each column')
    const [known] = await ctx.database.run(findSource, { source: row.source })
    return {
      import: await showImport(ctx, opened),
      columns: columns.map((name, at) => ({ name, examples: examplesOf(rows, at) })),
      ...proposeMapping(columns, known),
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    await ctx.database.run(markRefused, { importId, now: ctx.clock.now(), problem: error.message })
    throw new Refusal('lead_file_refused', { message: error.message })
  }
}
