/** Makes the table that a buyer gets: a row per lead, with as many columns for phones and emails as any of them needs. */

import { createHash } from 'node:crypto'
import { LEAD_TYPE_NAMES, type LeadType } from '#contract/catalogue/catalogue.ts'
import { type CsvCell, writeCsv } from '#contract/csv.ts'
import type { OrderId } from '#contract/values.ts'
import type { OrderLineRow, OrderRow } from '#server/features/orders/order-row.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { writeWorkbook } from '#server/platform/workbook.ts'
import { keepFiles, listOrderedLeads, lockOrderedLeads, type OrderedLeadRow } from './file-queries.ts'
import type { DeliveryRow } from './queries.ts'

/** Where a package's leads are and what kind they are, in words. */
export interface SheetPlace {
  state: string
  county: string
  leadTypeName: string
}

/** Shown instead of the address if its owner had the lead deleted after it was sold. */
export const WITHDRAWN = 'Withdrawn at the owner’s request: do not contact'

/** Shown if its retention ended: the store keeps a lead's data only for a limited time. */
export const FORGOTTEN = 'No longer kept'

const PHONE_KINDS = { mobile: 'Mobile', landline: 'Landline', voip: 'VoIP', unknown: 'Unknown' } as const

/**
 * Formats a phone number as people and dialers read it: `512-555-0100`. Without the plus sign, which a spreadsheet
 * takes for a formula; numbers abroad keep their digits after 00, as they are dialed.
 */
export function phoneInWords(number: string): string {
  const own = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
  return own ? `${own[1]}-${own[2]}-${own[3]}` : number.replace(/^\+/, '00')
}

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No')

/** The highest count in any row, at least one, so the columns always exist. */
const most = (rows: readonly OrderedLeadRow[], countOf: (row: OrderedLeadRow) => number): number =>
  rows.reduce((max, row) => Math.max(max, countOf(row)), 1)

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** @param columns how many there are for phones and emails */
function headerOf(columns: { phones: number; emails: number }): string[] {
  return [
    'Address',
    'City',
    'State',
    'ZIP',
    'County',
    'Lead type',
    'Owner',
    'Mailing address',
    ...numbersTo(columns.phones).flatMap((index) => [
      `Phone ${index + 1}`,
      `Phone ${index + 1} kind`,
      `Phone ${index + 1} do not call`,
    ]),
    ...numbersTo(columns.emails).map((index) => `Email ${index + 1}`),
    'Value',
    'Equity percent',
    'Beds',
    'Year built',
    'Last sale',
    'Consent',
    'Age in days',
    'Source',
  ]
}

function rowOf(row: OrderedLeadRow, place: SheetPlace, columns: { phones: number; emails: number }): CsvCell[] {
  const facts = row.facts ?? {}
  const phones = numbersTo(columns.phones).flatMap((index): CsvCell[] => {
    const phone = row.phones?.[index]
    if (!phone) return [null, null, null]
    const isDoNotCall = phone.isDoNotCall || row.is_do_not_call === true
    return [phoneInWords(phone.number), PHONE_KINDS[phone.kind], yesNo(isDoNotCall)]
  })
  return [
    row.address ?? (row.is_left_alone ? WITHDRAWN : FORGOTTEN),
    row.city,
    place.state,
    row.zip,
    place.county,
    place.leadTypeName,
    row.owner_names?.join('; ') ?? null,
    row.mailing_address,
    ...phones,
    ...numbersTo(columns.emails).map((index) => row.emails?.[index] ?? null),
    facts.valueCents === undefined ? null : facts.valueCents / 100,
    facts.equityPercent ?? null,
    facts.beds ?? null,
    facts.yearBuilt ?? null,
    facts.lastSaleOn ?? null,
    row.consent,
    Math.floor((row.sold_at.getTime() - row.acquired_at.getTime()) / days(1)),
    row.source,
  ]
}

/** The header, then a row per lead. A lead's age is its age when sold, which is what its tier promised. */
export function leadSheet(rows: readonly OrderedLeadRow[], place: SheetPlace): CsvCell[][] {
  const columns = {
    phones: most(rows, ({ phones }) => phones?.length ?? 0),
    emails: most(rows, ({ emails }) => emails?.length ?? 0),
  }
  return [headerOf(columns), ...rows.map((row) => rowOf(row, place, columns))]
}

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
export async function readSheet(executor: Executor, order: OrderRow, delivery: DeliveryRow) {
  const line = order.lines.find(({ line_number }) => line_number === delivery.line_number)
  if (!line) return null
  const leads = await executor.run(listOrderedLeads, { orderId: order.order_id as OrderId, holdId: delivery.hold_id })
  const { state, county } = line
  const rows = leadSheet(leads, { state, county, leadTypeName: LEAD_TYPE_NAMES[line.lead_type as LeadType] })
  return { rows, stem: fileStem(order.reference, line), leads: leads.length }
}

/** Writes a table as the CSV file that buyers get. */
export const csvOf = (rows: Parameters<typeof writeCsv>[0]): Buffer => Buffer.from(BYTE_ORDER_MARK + writeCsv(rows))

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
  const sheet = await readSheet(executor, order, delivery)
  if (!sheet) return
  const { rows, stem } = sheet
  const now = ctx.clock.now()
  const csv = csvOf(rows)
  const xlsx = Buffer.from(writeWorkbook('Leads', rows))
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
