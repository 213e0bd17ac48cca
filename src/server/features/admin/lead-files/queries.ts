import type { LeadMapping, LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

/** The JSON of an import, whose shape PostgreSQL does not know. */
interface ImportJson {
  mapping: LeadMapping | null
  preview: LeadPreview | null
}

/** Reads at most $4 bytes of the part $2 of the import $1, from the byte $3, counted from 1. */
export const READ_PIECE =
  'select substring(bytes from $3 for $4) from lead_file_parts where import_id = $1 and part_number = $2'

export const insertImport = statement('lead_files.insert_import')`
  insert into lead_imports (import_id, created_at, touched_at, created_by, source, file_name, file_bytes, state)
  values ($importId, $now, $now, $createdBy, $source, $fileName, $fileBytes, 'waiting') returning *`.as<ImportJson>()

export const findImport = statement(
  'lead_files.find_import',
)`select * from lead_imports where import_id = $importId`.as<ImportJson>()
export type ImportRow = RowOf<typeof findImport>

export const lockImport = statement('lead_files.lock_import')`
  select * from lead_imports where import_id = $importId for update`.as<ImportJson>()

export const listImports = statement('lead_files.list_imports')`
  select * from lead_imports where (created_at, import_id) < ($afterCreatedAt::timestamptz, $afterImportId)
  order by created_at desc, import_id desc limit $limit`.as<ImportJson>()

/** No row: the import no longer accepts any. */
export const savePart = statement('lead_files.save_part')`
  with open as (
    select import_id from lead_imports where import_id = $importId and state = 'waiting' for update
  ), was as (
    select octet_length(bytes) as bytes from lead_file_parts where import_id = $importId and part_number = $partNumber
  ), saved as (
    insert into lead_file_parts (import_id, part_number, bytes) select import_id, $partNumber, $bytes from open
    on conflict (import_id, part_number) do update set bytes = excluded.bytes
    returning octet_length(bytes) as bytes
  )
  update lead_imports set touched_at = $now, bytes_received = bytes_received + saved.bytes - coalesce((select bytes from was), 0)
  from saved where import_id = $importId returning bytes_received`

/** How many parts were received, the last number, all bytes, and the shortest of those before the last. */
export const sumParts = statement('lead_files.sum_parts')`
  select count(*)::int as parts, max(part_number) as last, coalesce(sum(octet_length(bytes)), 0)::text as bytes,
    (select min(octet_length(p.bytes)) from lead_file_parts p
     where p.import_id = $importId and p.part_number < (select max(part_number) from lead_file_parts where import_id = $importId)) as shortest
  from lead_file_parts where import_id = $importId`.as<{ last: number | null; shortest: number | null }>()

export const readPart = statement('lead_files.read_part')`
  select bytes from lead_file_parts where import_id = $importId and part_number = $partNumber`

export const markOpened = statement('lead_files.mark_opened')`
  update lead_imports set touched_at = $now, columns = $columns, bytes_received = $bytesReceived,
    state = case when state = 'waiting' then 'mapping' else state end
  where import_id = $importId returning *`.as<ImportJson>()

/** Records that the file cannot be read. An import that was further along keeps its state. */
export const markRefused = statement('lead_files.mark_refused')`
  update lead_imports set touched_at = $now, state = 'refused', problem = $problem
  where import_id = $importId and state in ('waiting', 'mapping', 'refused') returning *`.as<ImportJson>()

export const findSource = statement('lead_files.find_source')`
  select s.mapping, (
    select i.columns from lead_imports i where i.source = s.source and i.mapping is not null order by i.created_at desc limit 1) as columns
  from lead_sources s where s.source = $source`.as<{ mapping: LeadMapping; columns: string[] | null }>()

export const saveSource = statement('lead_files.save_source')`
  insert into lead_sources (source, mapping, used_at) values ($source, $mapping, $now)
  on conflict (source) do update set mapping = excluded.mapping, used_at = excluded.used_at`

export const listSources = statement('lead_files.list_sources')`
  select source from lead_sources order by used_at desc limit $limit`

/** Starts a reading. What an earlier one read no longer counts. */
export const beginReading = statement('lead_files.begin_reading')`
  with before as (select upload_no from lead_imports where import_id = $importId)
  update lead_imports set state = 'reading', upload_no = nextval('lead_upload_numbers'), touched_at = $now, mapping = $mapping,
    has_rows = true, bytes_read = 0, rows_read = 0, checksum = null, problem = null, refused_rows = 0, preview = null,
    checked_at = null
  from before where import_id = $importId
  returning lead_imports.*, before.upload_no as replaced`.as<ImportJson & { replaced: number | null }>()

export const renewReading = statement('lead_files.renew_reading')`
  update lead_imports set upload_no = nextval('lead_upload_numbers'), touched_at = $now, bytes_read = 0, rows_read = 0
  where import_id = $importId and upload_no = $uploadNo and state = 'reading' returning *`.as<ImportJson>()

/** No row: this reading no longer counts. */
export const recordReading = statement('lead_files.note_reading')`
  update lead_imports set touched_at = $now, bytes_read = $bytesRead, rows_read = $rowsRead
  where upload_no = $uploadNo and state = 'reading' returning import_id`

export const insertRefusals = statement('lead_files.insert_refusals')`
  insert into lead_import_refusals (upload_no, row_no, reason, line)
  select $uploadNo, r.* from unnest($rowNos::int[], $reasons::text[], $lines::text[]) as r on conflict do nothing`

export const endReading = statement('lead_files.end_reading')`
  update lead_imports set touched_at = $now, checked_at = $now, state = $state, problem = $problem?, checksum = $checksum?, refused_rows = $refusedRows, preview = $preview?,
    rows_read = $rowsRead
  where upload_no = $uploadNo and state = 'reading' returning *`.as<ImportJson>()

/** Finds another import of the same bytes whose leads are here. */
export const findSameFile = statement('lead_files.find_same_file')`
  select file_name, created_at from lead_imports
  where checksum = $checksum? and import_id <> $importId and state in ('applying', 'applied', 'undoing') limit 1`

export const listRefusals = statement('lead_files.list_refusals')`
  select row_no, reason, line from lead_import_refusals where upload_no = $uploadNo? and row_no > $after order by row_no limit $limit`.as<{
  reason: LeadRowReason
}>()

export const listFirstRows = statement('lead_files.list_first_rows')`
  select row_no, place_no, verdict, acquired_at, is_do_not_call, address, city, zip, owner_names, mailing_address, phones, emails,
    source, consent
  from lead_import_rows where upload_no = $uploadNo order by row_no limit $limit`.as<{
  phones: { number: string; kind: string; isDoNotCall: boolean }[]
}>()

export const sumApplied = statement('lead_files.sum_applied')`
  select coalesce(sum(rows), 0)::int as rows, coalesce(sum(rows) filter (where is_applied), 0)::int as done,
    coalesce(sum(rows) filter (where is_undone), 0)::int as undone,
    coalesce(sum(new_leads), 0)::int as new_leads, coalesce(sum(merged), 0)::int as merged,
    coalesce(sum(displaced), 0)::int as displaced, coalesce(sum(skipped), 0)::int as skipped, coalesce(sum(kept), 0)::int as kept
  from lead_import_parts where upload_no = $uploadNo?`
