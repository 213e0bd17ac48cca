/** The page behind a delivery link, and the files it serves. */

import { LEAD_TYPE_NAMES, type LeadType } from '#contract/catalogue/catalogue.ts'
import { type CsvCell, writeCsv } from '#contract/csv.ts'
import type { Delivery, DeliveryFormat } from '#contract/delivery/delivery.ts'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import { leadRecordOf } from '#contract/delivery/lead-record.ts'
import type { SheetLead, SheetPlace } from '#contract/delivery/lead-sheet.ts'
import type { OrderId } from '#contract/values.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { OrderLineRow, OrderRow } from '#server/features/orders/order-row.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { hintOf, showOrderLine } from '#server/features/orders/show-order.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { type Executor, inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { changeOf, processWhenDone } from './delivery-listeners.ts'
import { tokenKeyOf } from './hand-over.ts'
import {
  csvOf,
  type FileRow,
  fileStem,
  findFile,
  findKeptFile,
  findSoldPlace,
  listOrderedLeads,
  readSheet,
  recordDownloaded,
  writeDownload,
} from './make-files.ts'
import { openLink } from './page-queries.ts'
import {
  type Column,
  DO_NOT_CALL_PHONES,
  email,
  FACTS,
  fivePhones,
  inWords,
  kindWord,
  mailingColumns,
  mainPhones,
  oneLine,
  ownerColumns,
  type PresetRow,
  propertyColumns,
  TAGS,
} from './preset-columns.ts'
import type { DeliveryRow } from './queries.ts'
import { type LineKey, lockAnyLine, subjectOf } from './queries.ts'

/*
 * The tables of leads for other tools. Where a tool documents the names of its columns, these are used; where none are
 * documented, the names are those of its fields, and docs/bring-leads-into-your-crm.md says that a buyer maps them.
 */

const SOURCE = ({ lead }: PresetRow): CsvCell => lead.source
const PROPERTY = propertyColumns('Property Street', 'Property City', 'Property State', 'Property ZIP')

/** No public document names its columns; its importer shows each column and asks which field it is. */
const RESIMPLI: readonly Column[] = [
  ...ownerColumns('First Name', 'Last Name', 'Company Name'),
  ...propertyColumns('Property Address', 'Property City', 'Property State', 'Property Zip'),
  ...mailingColumns('Mailing Address', 'Mailing City', 'Mailing State', 'Mailing Zip'),
  ...fivePhones(),
  DO_NOT_CALL_PHONES,
  email('Email', 0),
  email('Email 2', 1),
  TAGS,
  ['Lead Source', SOURCE],
  ...FACTS,
]

/**
 * "Importer: Import app items": every app has its own fields, so no names are fixed. A location field takes the address
 * as one value or in parts, so both are here.
 *
 * @see https://developers.podio.com/doc/importer/import-app-items-212899
 */
const PODIO: readonly Column[] = [
  ['Title', (row) => oneLine(row.lead.property)],
  ...ownerColumns('First name', 'Last name', 'Company'),
  ['Property address', (row) => oneLine(row.lead.property)],
  ...PROPERTY,
  ['Mailing address', ({ lead }) => lead.mailingAddress],
  ...mailingColumns('Mailing Street', 'Mailing City', 'Mailing State', 'Mailing ZIP'),
  ...fivePhones(),
  DO_NOT_CALL_PHONES,
  email('Email', 0),
  email('Email 2', 1),
  TAGS,
  ['Source', SOURCE],
  ...FACTS,
]

/**
 * "POST /people": the fields of a person. No public document names the columns of its spreadsheet import, which asks
 * for the field of each column that it does not know.
 *
 * @see https://docs.followupboss.com/reference/people-post
 */
const FOLLOW_UP_BOSS: readonly Column[] = [
  ...ownerColumns('First Name', 'Last Name', 'Company'),
  email('Email 1', 0),
  email('Email 2', 1),
  ...fivePhones(),
  ...mailingColumns('Address', 'City', 'State', 'Zip'),
  TAGS,
  ['Source', SOURCE],
  ['Background', inWords],
  DO_NOT_CALL_PHONES,
  ...PROPERTY,
  ...FACTS,
]

/**
 * "CSV File Format for Importing Contacts and Opportunities": First Name, Last Name, Email, Phone, Company, Tags and
 * Additional Phone are in its sample. The address columns have the names of its contact fields.
 *
 * @see https://help.gohighlevel.com/support/solutions/articles/155000005143-csv-file-format-for-importing-contacts-and-opportunities
 */
const GOHIGHLEVEL: readonly Column[] = [
  ...ownerColumns('First Name', 'Last Name', 'Company'),
  email('Email', 0),
  ['Phone', ({ phones }) => phones[0]?.digits ?? null],
  ['Additional Phone', ({ phones }) => phones[1]?.digits ?? null],
  [
    'Other Phones',
    ({ phones }) =>
      phones
        .slice(2)
        .map(({ digits }) => digits)
        .join(', ') || null,
  ],
  DO_NOT_CALL_PHONES,
  ...mailingColumns('Street Address', 'City', 'State', 'Postal Code'),
  TAGS,
  ['Source', SOURCE],
  ...PROPERTY,
  ...FACTS,
]

/**
 * "Set up your import files": HubSpot matches each header with the name of a property. These are its own contact
 * properties; the rest are for properties that the buyer adds.
 *
 * @see https://knowledge.hubspot.com/articles/kcs_article/contacts/set-up-your-import-file
 */
const HUBSPOT: readonly Column[] = [
  ...ownerColumns('First name', 'Last name', 'Company name'),
  email('Email', 0),
  ['Phone number', (row) => mainPhones(row).main],
  ['Mobile phone number', (row) => mainPhones(row).mobile],
  ...mailingColumns('Street address', 'City', 'State/Region', 'Postal code'),
  ['Other Phones', (row) => mainPhones(row).rest],
  DO_NOT_CALL_PHONES,
  ...PROPERTY,
  ['Source', SOURCE],
  ...FACTS,
]

/**
 * "Field Mapping for Importing Leads". A lead needs a last name and a company; a person without a company has their own
 * name there. It has no field for a second email or a property, so those are in the description too.
 *
 * @see https://help.salesforce.com/s/articleView?id=xcloud.field_mapping_for_importing_leads.htm&language=en_US&type=5
 */
const SALESFORCE: readonly Column[] = [
  ['First Name', ({ lead: { owner } }) => (owner.lastName === null ? null : owner.firstName)],
  ['Last Name', ({ lead: { owner } }) => owner.lastName ?? owner.firstName ?? owner.company],
  ['Company', ({ lead: { owner, ownerNames } }) => owner.company ?? ownerNames[0] ?? null],
  email('Email', 0),
  ['Phone', (row) => mainPhones(row).main],
  ['Mobile Phone', (row) => mainPhones(row).mobile],
  ...mailingColumns('Street', 'City', 'State', 'Postal Code'),
  ['Description', inWords],
  ['Other Phones', (row) => mainPhones(row).rest],
  DO_NOT_CALL_PHONES,
  ...PROPERTY,
  ...FACTS,
]

/**
 * "Upload Contact Lists": first name, last name, address, city, state, zip and phone are the headers of its example. One
 * phone a row. The address is the property, which the conversation is about.
 *
 * @see https://calltools.zendesk.com/hc/en-us/articles/26839262862228-Upload-Contact-Lists-Part-1
 */
const DIALER: readonly Column[] = [
  ...ownerColumns('First Name', 'Last Name', 'Company'),
  ['Phone', ({ phones }) => phones[0]?.digits ?? null],
  ['Phone Type', ({ phones }) => (phones[0] ? kindWord(phones[0]) : null)],
  ...propertyColumns('Address', 'City', 'State', 'Zip'),
  email('Email', 0),
  ['Mailing Address', ({ lead }) => lead.mailingAddress],
  ['Source', SOURCE],
  ...FACTS,
]

const COLUMNS: Readonly<Record<FilePreset, readonly Column[]>> = {
  resimpli: RESIMPLI,
  podio: PODIO,
  'follow-up-boss': FOLLOW_UP_BOSS,
  gohighlevel: GOHIGHLEVEL,
  hubspot: HUBSPOT,
  salesforce: SALESFORCE,
  dialer: DIALER,
}

/**
 * The header, then a row per lead; for a dialer, a row per phone that may be called. Leads that the store no longer has
 * are left out, because an importer would make a contact of what the plain file says in their place.
 */
export function presetSheet(preset: FilePreset, leads: readonly SheetLead[], place: SheetPlace): CsvCell[][] {
  const rows = leads.flatMap((one): PresetRow[] => {
    const lead = leadRecordOf(one, place)
    if (!lead) return []
    const phones = lead.phones.filter(({ isDoNotCall }) => !isDoNotCall)
    return preset === 'dialer' ? phones.map((phone) => ({ lead, phones: [phone] })) : [{ lead, phones }]
  })
  const columns = COLUMNS[preset]
  return [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
}

/**
 * Makes the CSV file of a line for a tool, from the leads that its order owns now. Owners who opted out since the
 * delivery are no longer in it. It has no byte order mark: that is for Excel, and an importer may read it as part of the
 * first column's name.
 *
 * @returns null if the line has no leads of the store
 */
async function makePresetFile(
  ctx: PlatformContext,
  executor: Executor,
  wanted: { orderId: string; lineNumber: number; preset: FilePreset },
): Promise<{ name: string; bytes: Buffer } | null> {
  const { orderId, lineNumber, preset } = wanted
  const [place] = await executor.run(findSoldPlace, { orderId, lineNumber })
  if (!place) return null
  const leads = await executor.run(listOrderedLeads, { orderId, holdId: place.hold_id })
  if (leads.length === 0) return null
  const rows = presetSheet(preset, leads, {
    state: place.state,
    county: place.county,
    leadTypeName: LEAD_TYPE_NAMES[place.lead_type as LeadType],
    timeZone: ctx.config.timeZone,
  })
  const stem = fileStem(place.reference, { ...place, line_number: lineNumber })
  return { name: `${stem}-${preset}.csv`, bytes: Buffer.from(writeCsv(rows)) }
}

/** A package in the usual words. */
export function showPackage(line: OrderLineRow) {
  const { tier, leadType, leadTypeName, size, sizeName, state, county } = showOrderLine(line)
  return { tier, leadType, leadTypeName, size, sizeName, state, county }
}

/**
 * Returns what a link opens; looking changes nothing.
 *
 * @throws Refusal `delivery_link_invalid`, the same for unknown, edited, guessed, replaced and expired links
 */
export async function openDelivery(ctx: PlatformContext, token: string): Promise<Delivery> {
  const rows = await ctx.database.run(openLink, { tokenFingerprint: tokenKeyOf(token), now: ctx.clock.now() })
  const [first] = rows
  if (!first) throw new Refusal('delivery_link_invalid')
  return {
    reference: first.reference,
    emailHint: hintOf(first.email),
    deliveredAt: first.created_at.toISOString(),
    expiresAt: first.expires_at.toISOString(),
    packages: rows.map((row) => ({
      ...showPackage(row.line),
      lineNumber: row.line.line_number,
      leads: row.leads,
      missing: row.missing,
      files: row.files.map(({ format, name, size }) => ({ format, name, bytes: size })),
      note: row.note,
      isDownloaded: row.is_downloaded,
    })),
  }
}

/** A fingerprint that tells two networks apart in the list of downloads and names neither. */
const networkOf = (ctx: RequestContext): string =>
  deriveToken(ctx.secrets.fingerprints, 'download-network', ctx.address).slice(0, 12)

interface WantedFile {
  token: string
  lineNumber: number
  format: DeliveryFormat
}

/** @throws Refusal `delivery_link_invalid` */
async function find(ctx: PlatformContext, executor: Executor, wanted: WantedFile): Promise<FileRow> {
  const { token, lineNumber, format } = wanted
  const [file] = await executor.run(findFile, {
    tokenFingerprint: tokenKeyOf(token),
    now: ctx.clock.now(),
    lineNumber,
    format,
  })
  if (!file) throw new Refusal('delivery_link_invalid')
  return file
}

const write = (ctx: RequestContext, executor: Executor, file: FileRow, format: DeliveryFormat) =>
  executor.run(writeDownload, {
    orderId: file.order_id,
    lineNumber: file.line_number,
    handoverId: file.handover_id,
    format,
    now: ctx.clock.now(),
    network: networkOf(ctx),
  })

/**
 * Records the first download of a line, which delivers it. The file is looked up again under the order's lock, so a
 * refund or a replaced link or file comes either before it or after it.
 */
async function takeFirst(ctx: RequestContext, orderId: OrderId, wanted: WantedFile): Promise<FileRow> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockPaidOrder(tx, orderId)
    const file = await find(ctx, tx, wanted)
    await write(ctx, tx, file, wanted.format)
    await tx.run(recordDownloaded, { orderId, lineNumber: wanted.lineNumber, now: ctx.clock.now() })
    if (order) await processWhenDone(ctx, tx, changeOf(order))
    return file
  })
}

/**
 * Records a download, then serves the file.
 *
 * @param preset the tool whose columns the file gets; it is then made of what the store has now
 * @throws Refusal `delivery_link_invalid`, as for the page; also for a package or file that the link does not open
 */
export async function downloadDelivery(
  ctx: RequestContext,
  wanted: WantedFile,
  preset?: FilePreset,
): Promise<FileReply> {
  const found = await find(ctx, ctx.database, wanted)
  const file = found.is_delivered ? found : await takeFirst(ctx, found.order_id as OrderId, wanted)
  if (found.is_delivered) await write(ctx, ctx.database, file, wanted.format)
  if (!preset) return { name: file.name, bytes: file.bytes, isDownload: true }
  const made = await makePresetFile(ctx, ctx.database, { orderId: file.order_id, ...wanted, preset })
  if (!made) throw new Refusal('delivery_link_invalid')
  return { ...made, isDownload: true }
}

/** The stored file of a line or, after it expired, the leads that the order owns; null if there is nothing. */
async function findPlainFile(ctx: PlatformContext, tx: Executor, order: OrderRow, line: DeliveryRow) {
  const [kept] = await tx.run(findKeptFile, { orderId: order.order_id, lineNumber: line.line_number })
  if (kept || line.kind !== 'leads') return kept ?? null
  const sheet = await readSheet(ctx, tx, order, line)
  return sheet && sheet.leads > 0 ? { name: `${sheet.stem}.csv`, bytes: csvOf(sheet.rows) } : null
}

/**
 * Shows an administrator what a buyer got for one package: the stored file or, after it expired, the leads that the
 * order owns, or these as a preset. Who looked, at what and why is recorded in the same transaction. It does not count as a download by the
 * buyer.
 *
 * @throws Refusal `delivery_unknown`; `delivery_not_ready` if there is nothing to see
 */
export async function lookAtDelivery(
  ctx: PlatformContext,
  key: LineKey,
  { reason, preset }: { reason: string; preset?: FilePreset | undefined },
): Promise<FileReply> {
  const { orderId, lineNumber } = key
  return inTransaction(ctx, async (tx) => {
    const { order, line } = await lockAnyLine(tx, key)
    const file = preset
      ? await makePresetFile(ctx, tx, { orderId, lineNumber, preset })
      : await findPlainFile(ctx, tx, order, line)
    if (!file) throw new Refusal('delivery_not_ready.no_file')
    await writeAudit(ctx, tx, {
      action: 'delivery_looked_at',
      subject: subjectOf(order, lineNumber),
      after: { file: file.name },
      note: reason,
    })
    return { ...file, isDownload: true }
  })
}
