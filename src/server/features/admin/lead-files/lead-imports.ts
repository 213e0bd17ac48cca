/** Files of leads, as one kind of import: what they mean, and how their rows become leads on sale. */
import * as contract from '#contract/admin/lead-file-fields.ts'
import { crowdedWords, type LeadPreview } from '#contract/admin/lead-preview.ts'
import { type Import, type ImportOf, LEAD_PREVIEW_ROWS } from '#contract/imports/imports.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { proposeMapping } from '#server/features/imports/header.ts'
import type { ImportKind, ImportRow } from '#server/features/imports/import-kind.ts'
import type { CountyOptions } from '#server/features/imports/known-counties.ts'
import { type ImportScope, requireImport } from '#server/features/imports/show-import.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { shownOf, statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import { applyLeads } from './apply-lead-import.ts'
import { checkLeads } from './dry-run.ts'
import { ROW_COLUMNS } from './read-lead-row.ts'
import type { LeadsFound } from './read-leads.ts'
import { placeOf, VERDICTS } from './rules.ts'
import { beginUndoingLeads, undoLeads } from './undo-lead-import.ts'

const findSource = statement('lead_files.find_source')`
  select s.mapping, (
    select i.columns from imports i where i.kind = 'leads' and i.source = s.source and i.mapping is not null order by i.created_at desc limit 1) as columns
  from lead_sources s where s.source = $source`.as<{ mapping: contract.LeadMapping; columns: string[] | null }>()

const saveSource = statement('lead_files.save_source')`
  insert into lead_sources (source, mapping, used_at) values ($source, $mapping, $now)
  on conflict (source) do update set mapping = excluded.mapping, used_at = excluded.used_at`

const listSources = statement('lead_files.list_sources')`
  select source from lead_sources order by used_at desc limit $limit`

/** Finds another import of the same bytes whose leads are here. */
const findSameFile = statement('lead_files.find_same_file')`
  select file_name, created_at from imports
  where kind = 'leads' and checksum = $checksum? and import_id <> $importId and state in ('applying', 'applied', 'undoing') limit 1`

const listFirstRows = statement('lead_files.list_first_rows')`
  select row_no, place_no, verdict, acquired_at, is_do_not_call, address, city, zip, owner_names, mailing_address, phones, emails,
    source, consent
  from lead_import_rows where upload_no = $uploadNo order by row_no limit $limit`.as<{
  phones: { number: string; kind: string; isDoNotCall: boolean }[]
}>()

const sumApplied = statement('lead_files.sum_applied')`
  select coalesce(sum(rows), 0)::int as rows, coalesce(sum(rows) filter (where is_applied), 0)::int as done,
    coalesce(sum(rows) filter (where is_undone), 0)::int as undone,
    coalesce(sum(new_leads), 0)::int as new_leads, coalesce(sum(merged), 0)::int as merged,
    coalesce(sum(displaced), 0)::int as displaced, coalesce(sum(skipped), 0)::int as skipped, coalesce(sum(kept), 0)::int as kept
  from lead_import_parts where upload_no = $uploadNo?`

/** Names a column that may say who must not be called and that nobody has decided about; null if there is none. */
function findUnseenMark(mapping: contract.LeadMapping, { call_columns: columns }: ImportRow): string | null {
  const used = contract.usedColumns(mapping)
  const unseen = columns.find((column) => !used.has(column))
  return unseen === undefined
    ? null
    : `“${unseen}” may say who must not be called. Choose what it means, or set it aside if it says nothing about calling.`
}

/** Names the order of a file’s dates in the mapping of a reading that still counts. */
const nameDateOrder = statement('lead_files.name_date_order')`
  update imports set mapping = mapping || jsonb_build_object('dateOrder', jsonb_build_object('fixed', $order::text))
  where upload_no = $uploadNo? and state = 'reading' returning import_id`

/**
 * Whether a file must be read again, because more of its rows prove the other order of day and month than the one it
 * was read in. If so, its mapping names the other.
 */
async function isInOtherOrder(
  ctx: PlatformContext,
  { upload_no: uploadNo, mapping }: ImportRow,
  dates: LeadPreview['leftOut']['dates'],
): Promise<boolean> {
  if (!dates || dates.monthFirst === dates.dayFirst) return false
  const order = dates.dayFirst > dates.monthFirst ? 'day' : 'month'
  if (order === contract.orderOf(mapping ?? {})) return false
  return (await ctx.database.run(nameDateOrder, { uploadNo, order: contract.DATE_ORDERS[order] })).length > 0
}

/** Records that a member looked at rows of a file, which are personal. */
export async function recordLook(ctx: PlatformContext, row: ImportRow, what: string): Promise<void> {
  const { import_id: target, source, file_name: subject } = row
  const after = { import: target, source, what }
  await inTransaction(ctx, (tx) => writeAudit(ctx, tx, { action: 'lead_rows_seen', subject, target, after }))
}

/** What the reader of a file needs to find counties. */
export async function listCounties(ctx: PlatformContext): Promise<CountyOptions> {
  const places = await loadPlaces(ctx)
  return { counties: places.states.flatMap((state) => places.countiesOf(state)) }
}

const dropLeadParts = statement('lead_files.drop_parts')`
  delete from lead_import_parts where upload_no = $uploadNo`

export const LEAD_IMPORTS: ImportKind = {
  name: 'leads',
  idStart: 'lim',
  job: 'import-file',
  isOneAtWork: true,
  rows: {
    table: 'lead_import_rows',
    columns: ROW_COLUMNS,
    /** Like `lead_import_rows_by_place`. */
    index: 'upload_no, place_no, property_key',
    // Looking at the rest, texts and lists, would take four times as long.
    statistics: 'upload_no, row_no, place_no, verdict, acquired_at, property_key, owner_key',
  },
  reader: new URL('./read-leads.ts', import.meta.url),
  findProblem: findUnseenMark,
  async propose(ctx, row, columns) {
    const [known] = await ctx.database.run(findSource, { source: row.source })
    const { mapping, ...more } = proposeMapping(columns, known)
    // Most programs do not write counties.
    const isByZip = !mapping.county && !mapping.fips && (mapping.zip || mapping.wholeAddress)
    return { mapping: isByZip ? { countyByZip: { fixed: 'Yes' }, ...mapping } : mapping, ...more }
  },
  async remember(ctx, tx, { source }, mapping) {
    await tx.run(saveSource, { source, mapping: JSON.stringify(mapping), now: ctx.clock.now() })
  },
  recordLook,
  readerOptions: listCounties,
  async beforeCheck(ctx, row, { sum: { checksum } }) {
    const [same] = await ctx.database.run(findSameFile, { checksum, importId: row.import_id })
    if (!same) return null
    const day = same.created_at.toISOString().slice(0, 10)
    return `This exact file has already been imported: ${same.file_name}, on ${day}. Undo that import before you import it again.`
  },
  readAgain: (ctx, row, { found }) => isInOtherOrder(ctx, row, (found as LeadsFound).leftOut.dates),
  check: checkLeads,
  async beginApplying(ctx, tx, row) {
    const [same] = await tx.run(findSameFile, { checksum: row.checksum, importId: row.import_id })
    if (same) throw new Refusal('file_known')
    const { newLeads = 0, merged = 0, displaced = 0 } = (row.preview ?? {}) as Partial<LeadPreview>
    const { import_id: id, file_name: subject, refused_rows: refused, source, checksum } = row
    const after = { source, newLeads, merged, displaced, refused, import: id, checksum }
    await writeAudit(ctx, tx, { action: 'leads_imported', subject, target: id, after })
  },
  apply: applyLeads,
  beginUndoing: beginUndoingLeads,
  undo: undoLeads,
  async progress(ctx, row) {
    const [sum] = await ctx.database.run(sumApplied, { uploadNo: row.upload_no })
    if (!sum) return null
    const { rows, done, undone, new_leads: newLeads, ...rest } = sum
    return { rows, done, undone, outcome: { newLeads, ...rest } }
  },
  async dropParts(tx, uploadNo) {
    await tx.run(dropLeadParts, { uploadNo })
  },
}

const SOURCES_MAX = 200

/** Lists the names of sources whose columns are saved, last used first. */
export async function listLeadSources(ctx: PlatformContext): Promise<string[]> {
  return (await ctx.database.run(listSources, { limit: SOURCES_MAX })).map(({ source }) => source)
}

/** Shows the first rows of a checked file as leads. @throws Refusal `import_unknown`, `import_not_ready` */
export async function previewLeads(ctx: PlatformContext, scope: ImportScope, importId: string) {
  const row = await requireImport(ctx.database, scope, importId)
  if (row.kind !== 'leads' || row.state !== 'ready' || row.upload_no === null) throw new Refusal('import_not_ready')
  await recordLook(ctx, row, 'the first rows')
  const places = await loadPlaces(ctx)
  const rows = await ctx.database.run(listFirstRows, { uploadNo: row.upload_no, limit: LEAD_PREVIEW_ROWS })
  return rows.map((lead) => {
    const { fips, leadType } = placeOf(lead.place_no)
    const { state, name } = places.countyByFips(fips)
    return {
      row: lead.row_no,
      leadType,
      state,
      county: name,
      ...shownOf(lead, 'address', 'city', 'zip', 'owner_names', 'mailing_address', 'phones', 'emails', 'acquired_at'),
      ...shownOf(lead, 'source', 'consent', 'is_do_not_call'),
      verdict: VERDICTS[lead.verdict] ?? 'new',
    }
  })
}

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** In lines for a terminal. */
function describePreview({ rowsRead, refusedRows, preview, columns, sheets, mapping }: ImportOf<'leads'>): string[] {
  if (!preview) return []
  const used = contract.usedColumns(mapping ?? {})
  const unused = columns.filter((column) => !used.has(column))
  const { tiers, leftOut, newlyBacked } = preview
  const reasons = Object.entries(preview.refused).map(([reason, rows]) => {
    const known = contract.LeadRowReason.safeParse(reason)
    return `  ${count(rows, 'row')}: ${known.success ? contract.LEAD_ROW_REASONS[known.data] : reason}`
  })
  return [
    `${count(rowsRead, 'row')} read: ${count(preview.newLeads, 'new lead')}, ${preview.merged} merged with known ones, ${preview.repeated} repeated, ${preview.unchanged} not newer, ${refusedRows} refused.`,
    ...reasons,
    `By tier now: VIP ${tiers.vip}, Premier ${tiers.premier}, Premium ${tiers.premium}, Standard ${tiers.standard}.`,
    preview.displaced > 0 &&
      `${count(preview.displaced, 'lead')} will leave sale: the file has newer rows of the same properties, under another owner or for another list.`,
    crowdedWords(preview, sheets),
    newlyBacked.places > 0 &&
      `The stock of ${count(newlyBacked.packages, 'package')} in ${count(newlyBacked.places, 'county and lead type', 'counties and lead types')} will come from leads.${newlyBacked.soldOut ? ` Of ${count(newlyBacked.forSale ?? 0, 'package')} for sale there now, ${newlyBacked.soldOut} will be sold out.` : ''}`,
    `Left out of leads: ${count(leftOut.phones, 'phone')}, ${count(leftOut.emails, 'email address', 'email addresses')}, ${count(leftOut.facts, 'fact')} that cannot be read.`,
    unused.length > 0 && `Unused columns: ${unused.join(', ')}.`,
  ].filter((line) => line !== false)
}

/** Describes how far an import is, in lines for a terminal. Contains nothing personal. */
export function describeImport(shown: Import): string[] {
  if (shown.kind !== 'leads') return []
  const { state, problem, outcome } = shown
  if (state === 'applied' && outcome) {
    const { skipped: many = 0 } = outcome
    const skipped = many > 0 ? ` ${count(many, 'row')} were overtaken and left out.` : ''
    return [
      `Applied: ${count(outcome.newLeads ?? 0, 'new lead')}, ${outcome.merged} merged.${skipped} Import ${shown.id}.`,
    ]
  }
  return [...describePreview(shown), ...(problem ? [problem] : []), `Import ${shown.id}: ${state}.`]
}
