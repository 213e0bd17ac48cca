/** Makes the two files that a buyer gets from the leads of a line, and the sample of them that everyone may see. */
import { createHash } from 'node:crypto'
import { LEAD_TYPE_NAMES, type LeadType } from '#contract/catalogue/catalogue.ts'
import { type CsvCell, writeCsv } from '#contract/csv.ts'
import { leadSheet, SHEET_FORMATS, type SheetLead } from '#contract/delivery/lead-sheet.ts'
import { sampleFileSheet } from '#contract/delivery/sample-leads.ts'
import type { OrderLineRow, OrderRow } from '#server/features/orders/order-row.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { writeWorkbook } from '#server/platform/files/workbook.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { forgetting } from '#server/platform/jobs/retention.ts'
import type { DeliveryRow } from './queries.ts'

/** The columns of a `SheetLead`, from `order_leads o`, `leads l` and any `lead_details d`. Personal: never logged. */
export const ORDERED_LEAD = `l.acquired_at, o.sold_at, d.address, d.city, d.zip, d.owner_names, d.owner_first_name, d.owner_last_name, d.owner_company, d.mailing_address, d.mailing_street, d.mailing_city,
     d.mailing_state, d.mailing_zip, d.phones, d.emails, d.facts, d.source, d.is_do_not_call, d.consent,
     exists (select from suppressions s where s.property_key = l.property_key) as is_left_alone`

/** Of leads as above: first those that may be called, then the freshest. The delivery page and all files have this order. */
export const LEAD_ORDER = `coalesce(not d.is_do_not_call and d.phones @> '[{"isDoNotCall": false}]', false) desc, l.acquired_at desc, l.lead_id`

/* SQL for what buyers paid for: leads of an order, and the files made from them. Personal data: never logged. */

/** Locks the leads that an order owns through a hold until the transaction ends; an opt-out waits for it. */
export const lockOrderedLeads = statement('delivery.lock_leads')`
  select from order_leads where order_id = $orderId and hold_id = $holdId and returned_at is null order by lead_id for share`

/** Lists the leads that an order owns through a hold, without replaced ones. */
export const listOrderedLeads = statement('delivery.list_leads')`
  select ${ORDERED_LEAD}
  from order_leads o join leads l on l.lead_id = o.lead_id left join lead_details d on d.lead_id = o.lead_id
  where o.order_id = $orderId and o.hold_id = $holdId and o.returned_at is null
    and not exists (select from order_leads r where r.order_id = o.order_id and r.replaces_lead_id = o.lead_id)
  order by ${LEAD_ORDER}`.as<SheetLead>()

/** Replaces the files of a line, unless its money went back in the meantime. The arrays have one element per file. */
export const keepFiles = statement('delivery.keep_files')`
  with wanted as materialized (
    select order_id, line_number from deliveries
    where order_id = $orderId and line_number = $lineNumber and cancelled_at is null for update
  )
  insert into delivery_files (order_id, line_number, format, name, bytes, size, checksum, made_at, kept_until)
  select w.order_id, w.line_number, f.format, f.name, f.bytes, octet_length(f.bytes), f.checksum, $now, $keptUntil
  from wanted w, unnest($formats::text[], $names::text[], $bytes::bytea[], $checksums::text[]) as f (format, name, bytes, checksum)
  on conflict (order_id, line_number, format) do update set bytes = excluded.bytes, size = excluded.size,
    checksum = excluded.checksum, made_at = excluded.made_at`

/** Replaces all files of a locked line with one. */
export const replaceFile = statement('delivery.replace_file')`
  insert into delivery_files (order_id, line_number, format, name, bytes, size, checksum, made_at, kept_until)
  values ($orderId, $lineNumber, 'attached', $name, $bytes, octet_length($bytes::bytea), $checksum, $now, $keptUntil)
  on conflict (order_id, line_number, format) do update set name = excluded.name, bytes = excluded.bytes,
    size = excluded.size, checksum = excluded.checksum, made_at = excluded.made_at, kept_until = excluded.kept_until`

/** Finds a file behind a link that still works. */
export const findFile = statement('delivery.find_file')`
  select d.order_id, d.line_number, h.handover_id, f.name, f.bytes, d.state = 'delivered' as is_delivered
  from delivery_handovers h join deliveries d on d.handover_id = h.handover_id
  join delivery_files f on f.order_id = d.order_id and f.line_number = d.line_number
  where h.token_fingerprint = $tokenFingerprint and h.expires_at > $now and f.kept_until > $now and d.line_number = $lineNumber and f.format = $format
    and d.cancelled_at is null`

export type FileRow = RowOf<typeof findFile>

/** Finds a line of leads behind a link that still works. */
export const findLeadsLine = statement('delivery.find_leads_line')`
  select d.order_id, d.line_number, d.handover_id, d.state = 'delivered' as is_delivered
  from delivery_handovers h join deliveries d on d.handover_id = h.handover_id
  where h.token_fingerprint = $tokenFingerprint and h.expires_at > $now and d.line_number = $lineNumber and d.kind = 'leads'
    and d.cancelled_at is null`

/** Lists the lines of leads of an order that were handed over; with a number, only that one. */
export const findHandedOver = statement('delivery.find_handed_over')`
  select order_id, line_number, handover_id, state = 'delivered' as is_delivered from deliveries
  where order_id = $orderId and ($lineNumber?::int is null or line_number = $lineNumber) and kind = 'leads'
    and handover_id is not null and cancelled_at is null`

/** Finds what a delivered line of leads is and where its leads are. */
export const findSoldPlace = statement('delivery.find_sold_place')`
  select o.reference, d.hold_id, l.tier, l.lead_type, l.state, l.county
  from deliveries d join orders o on o.order_id = d.order_id
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = d.line_number
  where d.order_id = $orderId and d.line_number = $lineNumber and d.kind = 'leads' and d.cancelled_at is null`

/** Finds the file of a line that shows most clearly what its buyer got. */
export const findKeptFile = statement('delivery.find_kept_file')`
  select name, bytes from delivery_files where order_id = $orderId and line_number = $lineNumber and format in ('attached', 'csv')
  order by format limit 1`

export const writeDownload = statement('delivery.write_download')`
  insert into delivery_downloads (order_id, line_number, handover_id, format, downloaded_at, network)
  values ($orderId, $lineNumber, $handoverId, $format, $now, $network)`

/** Records the first download of a locked order's lines. */
export const recordDownloaded = statement('delivery.note_downloaded')`
  update deliveries set state = 'delivered', sent_at = coalesce(sent_at, $now), delivered_at = $now, problem = null
  where order_id = $orderId and line_number = $lineNumber and state in ('waiting', 'sent', 'failed')`

/** Deletes up to `limit` files that expired by `now`, oldest first. Returns which. */
export const forgetFiles = statement('delivery.forget_files')`
  delete from delivery_files where ctid = any(array(
    select ctid from delivery_files where kept_until <= $now order by kept_until limit $limit for update skip locked)) returning format`

/** Forgets the networks of up to `limit` downloads before `before`, oldest first. */
export const forgetNetworks = forgetting(
  'delivery.forget_networks',
  'delivery_downloads',
  'download_id',
  'downloaded_at',
  { where: 'network is not null', emptied: 'network' },
)

/** When a file made now is deleted; its link works as long. Never later than `leadDays`, when its data is forgotten. */
export const keptUntil = (ctx: PlatformContext, now: Date): Date =>
  addMilliseconds(now, days(Math.min(ctx.config.deliveryDays, ctx.config.leadDays)))

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

/** How the tables of leads show a line. */
export const placeOf = (ctx: PlatformContext, line: { state: string; county: string; lead_type: string }) => ({
  state: line.state,
  county: line.county,
  leadTypeName: LEAD_TYPE_NAMES[line.lead_type as LeadType],
  timeZone: ctx.config.timeZone,
})

/** Reads the leads that a line's order owns, as a table; null if the order has no such line. */
export async function readSheet(ctx: PlatformContext, executor: Executor, order: OrderRow, delivery: DeliveryRow) {
  const line = order.lines.find(({ line_number }) => line_number === delivery.line_number)
  if (!line) return null
  const leads = await executor.run(listOrderedLeads, { orderId: order.order_id, holdId: delivery.hold_id })
  return { rows: leadSheet(leads, placeOf(ctx, line)), stem: fileStem(order.reference, line), leads: leads.length }
}

type Sheet = readonly (readonly CsvCell[])[]

export const csvOf = (rows: Sheet): Buffer => Buffer.from(writeCsv(rows))

export const workbookOf = (rows: Sheet): Buffer => Buffer.from(writeWorkbook('Leads', rows, SHEET_FORMATS))

/** Makes the two files of a line. The same transaction hands them over, so both use the same leads. */
export async function makeFiles(ctx: PlatformContext, order: OrderRow, delivery: DeliveryRow, tx: Executor) {
  const { order_id: orderId } = order
  // A separate statement: one that waited for a withdrawal would still see the leads from before.
  await tx.run(lockOrderedLeads, { orderId, holdId: delivery.hold_id })
  const sheet = await readSheet(ctx, tx, order, delivery)
  if (!sheet) return
  const { rows, stem } = sheet
  const now = ctx.clock.now()
  const files = [csvOf(rows), workbookOf(rows)]
  await tx.run(keepFiles, {
    orderId,
    lineNumber: delivery.line_number,
    now,
    keptUntil: keptUntil(ctx, now),
    formats: ['csv', 'xlsx'],
    names: [`${stem}.csv`, `${stem}.xlsx`],
    bytes: files,
    checksums: files.map(checksumOf),
  })
}

const sampleAs = (name: string, write: (rows: Sheet) => Buffer) => async (): Promise<FileReply> => ({
  name,
  bytes: write(sampleFileSheet()),
  isDownload: true,
  isSameForAll: true,
})

export const makeSampleCsv = sampleAs('sample-leads.csv', csvOf)
export const makeSampleXlsx = sampleAs('sample-leads.xlsx', workbookOf)
