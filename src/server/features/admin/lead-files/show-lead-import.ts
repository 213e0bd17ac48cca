import { LEAD_ROW_REASONS, LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import * as contract from '#contract/admin/lead-files.ts'
import { writeCsv } from '#contract/csv.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { baseName, bytesSaid, pageOfImports } from '#server/features/admin/imports.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { type Executor, inTransaction } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import type { FileReply, Page } from '#server/platform/http/endpoint.ts'
import { newId } from '#server/platform/ids.ts'
import * as sql from './queries.ts'
import { placeOf, VERDICTS } from './rules.ts'

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** In lines for a terminal. */
function describePreview({ rowsRead, refusedRows, preview, columns, mapping }: contract.LeadImport): string[] {
  if (!preview) return []
  const used = new Set(Object.values(mapping ?? {}).map((origin) => ('column' in origin ? origin.column : '')))
  const unused = columns.filter((column) => !used.has(column))
  const { tiers, leftOut, newlyBacked } = preview
  const reasons = Object.entries(preview.refused).map(([reason, rows]) => {
    const known = LeadRowReason.safeParse(reason)
    return `  ${count(rows, 'row')}: ${known.success ? LEAD_ROW_REASONS[known.data] : reason}`
  })
  return [
    `${count(rowsRead, 'row')} read: ${count(preview.newLeads, 'new lead')}, ${preview.merged} merged with known ones, ${preview.repeated} repeated, ${preview.unchanged} not newer, ${refusedRows} refused.`,
    ...reasons,
    `By tier now: VIP ${tiers.vip}, Premier ${tiers.premier}, Premium ${tiers.premium}, Standard ${tiers.standard}.`,
    preview.displaced > 0 &&
      `${count(preview.displaced, 'lead')} will leave sale: the file has newer rows of the same properties, under another owner or for another list.`,
    newlyBacked.places > 0 &&
      `The stock of ${count(newlyBacked.packages, 'package')} in ${count(newlyBacked.places, 'county and lead type', 'counties and lead types')} will come from leads.${newlyBacked.soldOut ? ` Of ${count(newlyBacked.forSale ?? 0, 'package')} for sale there now, ${newlyBacked.soldOut} will be sold out.` : ''}`,
    `Left out of leads: ${count(leftOut.phones, 'phone')}, ${count(leftOut.emails, 'email address', 'email addresses')}, ${count(leftOut.facts, 'fact')} that cannot be read.`,
    unused.length > 0 && `Unused columns: ${unused.join(', ')}.`,
  ].filter((line) => line !== false)
}

/** Describes how far an import is, in lines for a terminal. Contains nothing personal. */
export function describeImport(shown: contract.LeadImport): string[] {
  const { state, problem, outcome } = shown
  if (state === 'applied' && outcome) {
    const skipped = outcome.skipped > 0 ? ` ${count(outcome.skipped, 'row')} were overtaken and left out.` : ''
    return [`Applied: ${count(outcome.newLeads, 'new lead')}, ${outcome.merged} merged.${skipped} Import ${shown.id}.`]
  }
  return [...describePreview(shown), ...(problem ? [problem] : []), `Import ${shown.id}: ${state}.`]
}

const SOURCES_MAX = 200
const REFUSALS_AT_ONCE = 2_000
const HAS_PARTS: readonly sql.ImportRow['state'][] = ['applying', 'applied', 'undoing', 'undone', 'interrupted']

/** Shows an import. */
export async function showImport(ctx: PlatformContext, row: sql.ImportRow): Promise<contract.LeadImport> {
  const names = await readMemberNames(ctx)
  const nameOf = (userId: string | null) => (userId === null ? null : (names.get(userId) ?? userId))
  const hasParts = HAS_PARTS.includes(row.state) && row.upload_no !== null
  const [sum] = hasParts ? await ctx.database.run(sql.sumApplied, { uploadNo: row.upload_no }) : []
  const isUndoing = row.state === 'undoing' || row.state === 'undone'
  return {
    id: row.import_id,
    source: row.source,
    fileName: row.file_name,
    fileBytes: row.file_bytes,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    createdBy: nameOf(row.created_by) ?? '',
    bytesReceived: row.bytes_received,
    bytesRead: row.bytes_read,
    rowsRead: row.rows_read,
    checksum: row.checksum,
    columns: row.columns,
    mapping: row.mapping,
    problem: row.problem,
    refusedRows: row.refused_rows,
    preview: row.preview,
    rowsDone: (isUndoing ? sum?.undone : sum?.done) ?? 0,
    rowsToApply: sum?.rows ?? 0,
    appliedAt: row.applied_at?.toISOString() ?? null,
    appliedBy: nameOf(row.applied_by),
    undoneAt: row.undone_at?.toISOString() ?? null,
    undoneBy: nameOf(row.undone_by),
    outcome: sum
      ? { newLeads: sum.new_leads, merged: sum.merged, displaced: sum.displaced, skipped: sum.skipped, kept: sum.kept }
      : null,
  }
}

/** Finds an import by its id; `lockImport` also locks it. @throws Refusal `lead_import_unknown` */
export async function requireImport(from: Executor, importId: string, find = sql.findImport): Promise<sql.ImportRow> {
  const [row] = await from.run(find, { importId })
  if (!row) throw new Refusal('lead_import_unknown')
  return row
}

/** Shows an import. @throws Refusal `lead_import_unknown` */
export async function getImport(ctx: PlatformContext, importId: string): Promise<contract.LeadImport> {
  return showImport(ctx, await requireImport(ctx.database, importId))
}

/** Creates an import for a file that will be uploaded. */
export async function createImport(
  ctx: PlatformContext,
  { source, fileName, fileBytes }: BodyOf<typeof contract.createLeadImport>,
  createdBy = requireMember(ctx).userId,
): Promise<contract.LeadImport> {
  const [row] = await ctx.database.run(sql.insertImport, {
    importId: newId('lim', ctx.clock),
    now: ctx.clock.now(),
    createdBy,
    source: source.trim() || 'Unnamed',
    fileName: baseName(fileName, 'leads.csv'),
    fileBytes: bytesSaid(fileBytes),
  })
  invariant(row, 'the import was just written')
  return showImport(ctx, row)
}

/** Lists a page of imports, newest first. @throws Refusal `bad_request` for another list's cursor */
export async function listLeadImports(
  ctx: PlatformContext,
  { cursor, limit = contract.LEAD_IMPORTS_PAGE_DEFAULT }: QueryOf<typeof contract.listLeadImports>,
): Promise<Page<contract.LeadImport>> {
  const list = { name: 'lead-imports', statement: sql.listImports }
  const { rows, next } = await pageOfImports(ctx, list, { cursor, limit })
  return { rows: await Promise.all(rows.map((row) => showImport(ctx, row))), next }
}

/** Lists the names of sources whose columns are saved, last used first. */
export async function listLeadSources(ctx: PlatformContext): Promise<string[]> {
  return (await ctx.database.run(sql.listSources, { limit: SOURCES_MAX })).map(({ source }) => source)
}

/** Records that a member looked at rows of a file, which are personal. */
export async function recordLook(ctx: PlatformContext, row: sql.ImportRow, what: string): Promise<void> {
  const { import_id: target, source, file_name: subject } = row
  const after = { import: target, source, what }
  await inTransaction(ctx, (tx) => writeAudit(ctx, tx, { action: 'lead_rows_seen', subject, target, after }))
}

/** Shows the first rows of a checked file as leads. @throws Refusal `lead_import_unknown`, `lead_import_not_ready` */
export async function previewImport(ctx: PlatformContext, importId: string): Promise<contract.LeadPreviewRow[]> {
  const row = await requireImport(ctx.database, importId)
  if (row.state !== 'ready' || row.upload_no === null) throw new Refusal('lead_import_not_ready')
  await recordLook(ctx, row, 'the first rows')
  const places = await loadPlaces(ctx)
  const rows = await ctx.database.run(sql.listFirstRows, { uploadNo: row.upload_no, limit: contract.LEAD_PREVIEW_ROWS })
  return rows.map((lead) => {
    const { fips, leadType } = placeOf(lead.place_no)
    const { state, name } = places.countyByFips(fips)
    return {
      row: lead.row_no,
      leadType,
      state,
      county: name,
      address: lead.address,
      city: lead.city,
      zip: lead.zip,
      ownerNames: lead.owner_names,
      mailingAddress: lead.mailing_address,
      phones: lead.phones,
      emails: lead.emails,
      acquiredAt: lead.acquired_at.toISOString(),
      source: lead.source,
      consent: lead.consent,
      isDoNotCall: lead.is_do_not_call,
      verdict: VERDICTS[lead.verdict] ?? 'new',
    }
  })
}

/** Writes the refused rows of an import as a file. If there are more than it lists, its last line says so. */
export async function writeRefusedRows(ctx: PlatformContext, importId: string): Promise<FileReply> {
  const row = await requireImport(ctx.database, importId)
  await recordLook(ctx, row, 'the refused rows')
  return { name: `refused-rows-${importId}.csv`, bytes: refusedLines(ctx, row), isDownload: true }
}

async function* refusedLines(ctx: PlatformContext, { upload_no, refused_rows }: sql.ImportRow): AsyncGenerator<string> {
  yield writeCsv([['row', 'reason', 'line']])
  let after = 0
  let listed = 0
  for (;;) {
    const rows = await ctx.database.run(sql.listRefusals, { uploadNo: upload_no, after, limit: REFUSALS_AT_ONCE })
    if (rows.length === 0) break
    yield writeCsv(rows.map(({ row_no, reason, line }) => [row_no, `This row ${LEAD_ROW_REASONS[reason]}.`, line]))
    after = rows.at(-1)?.row_no ?? after
    listed += rows.length
  }
  if (refused_rows <= listed) return
  const why = listed < Math.min(refused_rows, contract.LEAD_REFUSALS_MAX) ? 'Rows are kept for three days.' : ''
  yield writeCsv([[null, `${refused_rows} rows were refused; ${listed} are listed here. ${why}`.trim(), null]])
}
