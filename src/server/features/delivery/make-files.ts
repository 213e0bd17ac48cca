/** Makes the two files that a buyer gets from the leads of a line, and the sample of them that everyone may see. */
import { createHash } from 'node:crypto'
import { LEAD_TYPE_NAMES, type LeadType } from '#contract/catalogue/catalogue.ts'
import { type CsvCell, writeCsv } from '#contract/csv.ts'
import { leadSheet } from '#contract/delivery/lead-sheet.ts'
import { sampleFileSheet } from '#contract/delivery/sample-leads.ts'
import type { OrderId } from '#contract/values.ts'
import type { OrderLineRow, OrderRow } from '#server/features/orders/order-row.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { writeWorkbook } from '#server/platform/workbook.ts'
import { keepFiles, listOrderedLeads, lockOrderedLeads } from './file-queries.ts'
import type { DeliveryRow } from './queries.ts'

/**
 * When a file that is made now is deleted; its link works as long. A file contains data that is forgotten after
 * `leadDays`, so it is never kept longer than that.
 */
export const keptUntil = (ctx: PlatformContext, now: Date): Date =>
  addMilliseconds(now, days(Math.min(ctx.config.deliveryDays, ctx.config.leadDays)))

/** Without it, Excel on Windows assumes its own legacy encoding: `Peña` would read `PeÃ±a`. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Tells two files apart. */
export const checksumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A file's name without its extension, such as `LY-7K3M9QXD-1-vip-travis`. Letters, digits and `-` only. */
export function fileStem(reference: string, line: Pick<OrderLineRow, 'line_number' | 'tier' | 'county'>): string {
  const county = line.county
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return [reference, line.line_number, line.tier, county].filter(Boolean).join('-')
}

/** Reads the leads that a line's order owns, as a table; null if the order has no such line. */
export async function readSheet(ctx: PlatformContext, executor: Executor, order: OrderRow, delivery: DeliveryRow) {
  const line = order.lines.find(({ line_number }) => line_number === delivery.line_number)
  if (!line) return null
  const leads = await executor.run(listOrderedLeads, { orderId: order.order_id as OrderId, holdId: delivery.hold_id })
  const { state, county } = line
  const rows = leadSheet(leads, {
    state,
    county,
    leadTypeName: LEAD_TYPE_NAMES[line.lead_type as LeadType],
    timeZone: ctx.config.timeZone,
  })
  return { rows, stem: fileStem(order.reference, line), leads: leads.length }
}

type Sheet = readonly (readonly CsvCell[])[]

/** Writes a table as the CSV file that buyers get. */
export const csvOf = (rows: Sheet): Buffer => Buffer.from(BYTE_ORDER_MARK + writeCsv(rows))

/** Writes the same table as the workbook that buyers get. */
export const workbookOf = (rows: Sheet): Buffer => Buffer.from(writeWorkbook('Leads', rows))

/**
 * Makes the two files of a line from the leads that its order owns, and replaces earlier ones.
 *
 * @param executor the transaction that hands them over, so both use the same leads
 */
export async function makeFiles(
  ctx: PlatformContext,
  order: OrderRow,
  delivery: DeliveryRow,
  executor: Executor = ctx.database,
): Promise<void> {
  // A separate statement: one that waited for a withdrawal would still see the leads from before.
  await executor.run(lockOrderedLeads, { orderId: order.order_id as OrderId, holdId: delivery.hold_id })
  const sheet = await readSheet(ctx, executor, order, delivery)
  if (!sheet) return
  const { rows, stem } = sheet
  const now = ctx.clock.now()
  const csv = csvOf(rows)
  const xlsx = workbookOf(rows)
  await executor.run(keepFiles, {
    orderId: order.order_id,
    lineNumber: delivery.line_number,
    now,
    keptUntil: keptUntil(ctx, now),
    formats: ['csv', 'xlsx'],
    names: [`${stem}.csv`, `${stem}.xlsx`],
    bytes: [csv, xlsx],
    checksums: [csv, xlsx].map(checksumOf),
  })
}

const SAMPLE = { isDownload: true, isSameForAll: true } as const

/** Makes the sample as the CSV file that buyers get. */
export const makeSampleCsv = async (): Promise<FileReply> => ({
  ...SAMPLE,
  name: 'sample-leads.csv',
  bytes: csvOf(sampleFileSheet()),
})

/** Makes the sample as the workbook that buyers get. */
export const makeSampleXlsx = async (): Promise<FileReply> => ({
  ...SAMPLE,
  name: 'sample-leads.xlsx',
  bytes: workbookOf(sampleFileSheet()),
})
