import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import * as contract from '#contract/admin/stock-files.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { KnownCounties } from '#server/features/imports/known-counties.ts'
import { FileProblem } from '#server/features/imports/unpack.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { CsvError, CsvReader } from '#server/platform/files/csv-reader.ts'
import { TextReader } from '#server/platform/files/text-reader.ts'
import { newId } from '#server/platform/ids.ts'
import { checkUpload } from './check-stock-import.ts'
import * as sql from './queries.ts'
import { type Header, readHeader, readRow } from './rules.ts'
import { requireImport, showImport } from './show-stock-import.ts'

/** Rows written at once: few statements, and progress several times a second. */
const ROWS_AT_ONCE = 5_000
/** A report needs to show which row is meant, not all of it. */
const LINE_CHARACTERS_MAX = 200

/**
 * Reads a file into rows, in memory that does not grow with it, then checks them; no stock changes. Sending it again
 * starts over.
 * @throws Refusal `stock_import_unknown`, `stock_import_applied`, `stock_import_replaced`, `body_too_large`, and
 * `stock_file_refused` with the problem of the file as a whole, which the import stores
 */
export async function receiveStockFile(
  ctx: PlatformContext,
  importId: string,
  file: Readable,
): Promise<contract.StockImportDetails> {
  await requireImport(ctx.database, importId)
  const uploadId = newId('stu', ctx.clock)
  const [begun] = await ctx.database.run(sql.beginUpload, { importId, uploadId, now: ctx.clock.now() })
  if (!begun) throw new Refusal('stock_import_applied')
  if (begun.replaced) await ctx.database.run(sql.dropUpload, { uploadId: begun.replaced })
  const intake = new Intake(ctx, uploadId, await readCounties(ctx))
  try {
    // Kept open if reading stops early, so the reply can be sent.
    for await (const bytes of file.iterator({ destroyOnReturn: false })) await intake.take(bytes)
    await intake.end()
  } catch (error) {
    const isProblem = error instanceof FileProblem || error instanceof CsvError
    await ctx.database.run(sql.endUpload, {
      uploadId,
      now: ctx.clock.now(),
      state: isProblem ? 'refused' : 'interrupted',
      problem: isProblem ? error.message : null,
      checksum: null,
      refusedRows: 0,
      preview: null,
    })
    await ctx.database.run(sql.dropUpload, { uploadId })
    if (!isProblem) throw error
    const isTooLarge = error instanceof FileProblem && error.isTooLarge
    throw new Refusal(isTooLarge ? 'body_too_large' : 'stock_file_refused', { message: error.message })
  }
  return showImport(ctx, await checkUpload(ctx, uploadId, intake))
}

async function readCounties(ctx: PlatformContext): Promise<KnownCounties> {
  const places = await loadPlaces(ctx)
  return new KnownCounties(places.states.flatMap((state) => places.countiesOf(state)))
}

/** One file on its way into the table. */
class Intake {
  readonly #ctx: PlatformContext
  readonly #uploadId: string
  readonly #counties: KnownCounties
  readonly #hash = createHash('sha256')
  readonly #text = new TextReader()
  readonly #csv = new CsvReader()
  #header: Header | null = null
  #bytes = 0
  /** Lines of the file, including the header and empty lines. */
  #lines = 0
  #rows: { rowNumber: number; packageId: string; available: number; isEdited: boolean }[] = []
  #refusals: { rowNumber: number; reason: string; line: string }[] = []
  rowsRead = 0
  refusedRows = 0
  checksum = ''

  constructor(ctx: PlatformContext, uploadId: string, counties: KnownCounties) {
    this.#ctx = ctx
    this.#uploadId = uploadId
    this.#counties = counties
  }

  async take(bytes: Buffer): Promise<void> {
    this.#bytes += bytes.length
    if (this.#bytes > contract.STOCK_FILE_BYTES_MAX) {
      const most = `${contract.STOCK_FILE_BYTES_MAX / 2 ** 20} MB`
      const message = `The file is larger than ${most}. Export single states, or leave out columns.`
      throw new FileProblem(message, { isTooLarge: true })
    }
    this.#hash.update(bytes)
    await this.#takeRows(this.#csv.push(this.#text.read(bytes)))
  }

  async end(): Promise<void> {
    await this.#takeRows(this.#csv.push(this.#text.end()))
    await this.#takeRows(this.#csv.end())
    if (!this.#header) throw new FileProblem('The file is empty.')
    if (this.rowsRead === 0) throw new FileProblem('The file has a header and no rows.')
    this.checksum = this.#hash.digest('hex')
    await this.#write('checking')
  }

  async #takeRows(rows: readonly string[][]): Promise<void> {
    for (const cells of rows) {
      this.#lines += 1
      // Blank rows take time too.
      if (this.#lines > contract.STOCK_FILE_ROWS_MAX + 1)
        throw new FileProblem(
          `The file has more than ${contract.STOCK_FILE_ROWS_MAX.toLocaleString('en-US')} rows, blank ones included; there are fewer packages. Remove rows, or import part by part.`,
        )
      if (cells.every((cell) => cell.trim() === '')) continue
      if (this.#header) this.#takeRow(this.#header, cells)
      else this.#header = readHeader(cells)
      if (this.#rows.length >= ROWS_AT_ONCE) await this.#write('reading')
    }
  }

  #takeRow(header: Header, cells: readonly string[]): void {
    this.rowsRead += 1
    const read = readRow(header, cells, this.#counties)
    const rowNumber = this.#lines
    if (read.ok) return void this.#rows.push({ ...read, rowNumber })
    this.refusedRows += 1
    if (this.refusedRows > contract.REFUSED_ROWS_MAX) return
    this.#refusals.push({ rowNumber, reason: read.reason, line: cells.join(', ').slice(0, LINE_CHARACTERS_MAX) })
  }

  /** @throws Refusal `stock_import_replaced` if the file was sent again in the meantime */
  async #write(state: 'reading' | 'checking'): Promise<void> {
    const { database, clock } = this.#ctx
    const [rows, refusals] = [this.#rows, this.#refusals]
    this.#rows = []
    this.#refusals = []
    const [counts] = await database.run(sql.recordReading, {
      uploadId: this.#uploadId,
      now: clock.now(),
      state,
      bytesRead: this.#bytes,
      rowsRead: this.rowsRead,
      ignoredColumns: this.#header?.ignored ?? [],
    })
    if (!counts) throw new Refusal('stock_import_replaced')
    await database.run(sql.insertRows, {
      uploadId: this.#uploadId,
      rowNumbers: rows.map(({ rowNumber }) => rowNumber),
      packageIds: rows.map(({ packageId }) => packageId),
      availables: rows.map(({ available }) => available),
      isEditeds: rows.map(({ isEdited }) => isEdited),
    })
    if (refusals.length === 0) return
    await database.run(sql.insertRefusals, {
      uploadId: this.#uploadId,
      rowNumbers: refusals.map(({ rowNumber }) => rowNumber),
      reasons: refusals.map(({ reason }) => reason),
      lines: refusals.map(({ line }) => line),
    })
  }
}
