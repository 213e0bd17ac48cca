import type { Readable } from 'node:stream'
import * as contract from '#contract/admin/lead-files.ts'
import { FileProblem } from '#server/features/admin/imports.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { CsvError, CsvReader } from '#server/platform/files/csv-reader.ts'
import { TextReader } from '#server/platform/files/text-reader.ts'
import { readUpload } from '#server/platform/http/uploads.ts'
import { proposeMapping, readHeader } from './header.ts'
import * as sql from './queries.ts'
import { recordLook, requireImport, showImport } from './show-lead-import.ts'
import { unpack } from './unpack.ts'

const EXAMPLES = 5
const EXAMPLE_CHARACTERS_MAX = 60
/** A header and five rows are far shorter. A file without line ends must not be read to its end for them. */
const LOOKED_AT_BYTES_MAX = 1024 * 1024

/**
 * Stores a part of a file. Sending it again replaces it.
 * @throws Refusal `lead_import_unknown`; `lead_import_not_ready` if the file was already opened; `body_too_large`
 */
export async function receivePart(
  ctx: PlatformContext,
  input: { importId: string; partNumber: number },
  body: Readable,
): Promise<{ bytesReceived: number }> {
  await requireImport(ctx.database, input.importId)
  const part = await readUpload(body, contract.LEAD_FILE_PART_BYTES)
  if (part) return savePartBytes(ctx, input, part)
  throw new Refusal('body_too_large.file_part', { values: { megabytes: contract.LEAD_FILE_PART_BYTES / 2 ** 20 } })
}

/** Stores a part whose bytes are in memory. */
export async function savePartBytes(
  ctx: PlatformContext,
  { importId, partNumber }: { importId: string; partNumber: number },
  bytes: Buffer,
): Promise<{ bytesReceived: number }> {
  const [saved] = await ctx.database.run(sql.savePart, { importId, partNumber, bytes, now: ctx.clock.now() })
  if (!saved) throw new Refusal('lead_import_not_ready')
  return { bytesReceived: saved.bytes_received }
}

async function requireAllParts(ctx: PlatformContext, row: sql.ImportRow): Promise<number> {
  const [sum] = await ctx.database.run(sql.sumParts, { importId: row.import_id })
  const bytes = Number(sum?.bytes ?? 0)
  if (bytes > contract.LEAD_FILE_BYTES_MAX)
    throw new FileProblem(
      `The file is larger than ${contract.LEAD_FILE_BYTES_MAX / 2 ** 20} MB. Compress it with gzip, or import it in parts.`,
    )
  const isGapless =
    sum?.parts === (sum?.last ?? -1) + 1 &&
    (sum?.shortest ?? contract.LEAD_FILE_PART_BYTES) === contract.LEAD_FILE_PART_BYTES
  if (!isGapless || bytes !== row.file_bytes) {
    if (row.state !== 'waiting') throw new Refusal('lead_import_not_ready.file_gone')
    throw new Refusal('lead_import_not_ready.parts_missing', { values: { bytes: row.file_bytes, received: bytes } })
  }
  return bytes
}

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
 * Confirms that all parts are there, and shows the columns with their first rows and a mapping.
 * @throws Refusal `lead_import_unknown`; `lead_import_not_ready` while parts are missing; `lead_file_refused`
 */
export async function openLeadFile(ctx: PlatformContext, importId: string) {
  const row = await requireImport(ctx.database, importId)
  if (!row.has_rows || row.state === 'lapsed') throw new Refusal('lead_import_not_ready')
  try {
    const bytes = await requireAllParts(ctx, row)
    const [header, ...rows] = (await readFirstRows(ctx, importId)).filter((cells) => cells.some((cell) => cell.trim()))
    if (!header) throw new FileProblem('The file is empty.')
    const columns = readHeader(header)
    const found = { importId, now: ctx.clock.now(), columns, bytesReceived: bytes }
    const [opened] = await ctx.database.run(sql.markOpened, found)
    if (!opened) throw new Refusal('lead_import_unknown')
    await recordLook(ctx, opened, 'examples of each column')
    const [known] = await ctx.database.run(sql.findSource, { source: row.source })
    return {
      import: await showImport(ctx, opened),
      columns: columns.map((name, at) => ({ name, examples: examplesOf(rows, at) })),
      ...proposeMapping(columns, known),
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    await ctx.database.run(sql.markRefused, { importId, now: ctx.clock.now(), problem: error.message })
    throw new Refusal('lead_file_refused', { message: error.message })
  }
}
