import { writeCsv, writeCsvRows } from '#contract/csv.ts'
import { type CsvCells, csvTable } from '#contract/csv-table.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { FileReply, Page } from '#server/platform/http/endpoint.ts'
import { type AuditContext, writeAudit } from './write-audit.ts'

interface ExportedList<Row> {
  /** Of the file, before the store's day: `orders`. */
  name: string
  /** For the audit log, as are the filters: `the list of orders`. */
  subject: string
  cells: CsvCells<Row>
  filters: object
  /** Reads the page after a cursor; the first one without it. */
  readPage: (cursor: string | undefined) => Promise<Page<Row>>
}

/** Streams all rows of a list as a file. The log says who did: it names people. @throws Refusal of the first page */
export async function exportList<Row>(ctx: AuditContext, list: ExportedList<Row>): Promise<FileReply> {
  const first = await list.readPage(undefined)
  const filters = Object.entries(list.filters).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  await inTransaction(ctx, (tx) =>
    writeAudit(ctx, tx, { action: 'list_exported', subject: list.subject, after: Object.fromEntries(filters) }),
  )
  const day = storeDayOf(ctx.clock.now(), ctx.config.timeZone)
  return { name: `${list.name}-${day}.csv`, bytes: writePages(list, first, ctx.config.timeZone), isDownload: true }
}

async function* writePages<Row>({ cells, readPage }: ExportedList<Row>, first: Page<Row>, timeZone: string) {
  const { columns, rowOf } = csvTable(cells, timeZone)
  yield writeCsv([columns])
  for (let page = first; ; page = await readPage(page.next)) {
    if (page.rows.length > 0) yield writeCsvRows(page.rows.map(rowOf))
    if (page.next === null) return
  }
}
