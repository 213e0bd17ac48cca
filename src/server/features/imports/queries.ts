import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type { FileSheet } from '#contract/imports/sheets.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

/** The JSON of an import, whose shape PostgreSQL does not know. */
interface ImportJson {
  sheets: FileSheet[]
  mapping: LeadMapping | null
  preview: object | null
  outcome: Record<string, number> | null
}

/** Reads at most $4 bytes of the part $2 of the import $1, from the byte $3, counted from 1. */
export const READ_PIECE =
  'select substring(bytes from $3 for $4) from import_file_parts where import_id = $1 and part_number = $2'

export const insertImport = statement('imports.insert_import')`
  insert into imports (import_id, kind, created_at, touched_at, created_by, source, file_name, file_bytes, state)
  values ($importId, $kind, $now, $now, $createdBy, $source, $fileName, $fileBytes, 'waiting') returning *`.as<ImportJson>()

export const findImport = statement(
  'imports.find_import',
)`select * from imports where import_id = $importId`.as<ImportJson>()
export type ImportRow = RowOf<typeof findImport>

export const lockImport = statement('imports.lock_import')`
  select * from imports where import_id = $importId for update`.as<ImportJson>()

export const listImports = statement('imports.list_imports')`
  select * from imports where kind = any($kinds::text[]) and (created_at, import_id) < ($afterCreatedAt::timestamptz, $afterImportId)
  order by created_at desc, import_id desc limit $limit`.as<ImportJson>()

/** No row: the import no longer accepts any. */
export const savePart = statement('imports.save_part')`
  with open as (
    select import_id from imports where import_id = $importId and state = 'waiting' for update
  ), was as (
    select octet_length(bytes) as bytes from import_file_parts where import_id = $importId and part_number = $partNumber
  ), saved as (
    insert into import_file_parts (import_id, part_number, bytes) select import_id, $partNumber, $bytes from open
    on conflict (import_id, part_number) do update set bytes = excluded.bytes
    returning octet_length(bytes) as bytes
  )
  update imports set touched_at = $now, bytes_received = bytes_received + saved.bytes - coalesce((select bytes from was), 0)
  from saved where import_id = $importId returning bytes_received`

/** How many parts were received, the last number, all bytes, and the shortest of those before the last. */
export const sumParts = statement('imports.sum_parts')`
  select count(*)::int as parts, max(part_number) as last, coalesce(sum(octet_length(bytes)), 0)::text as bytes,
    (select min(octet_length(p.bytes)) from import_file_parts p
     where p.import_id = $importId and p.part_number < (select max(part_number) from import_file_parts where import_id = $importId)) as shortest
  from import_file_parts where import_id = $importId`.as<{ last: number | null; shortest: number | null }>()

export const markOpened = statement('imports.mark_opened')`
  update imports set touched_at = $now, columns = $columns, sheets = $sheets, call_columns = $callColumns, bytes_received = $bytesReceived,
    state = case when state = 'waiting' then 'mapping' else state end
  where import_id = $importId returning *`.as<ImportJson>()

/** Records that the file cannot be read. An import that was further along keeps its state. */
export const markRefused = statement('imports.mark_refused')`
  update imports set touched_at = $now, state = 'refused', problem = $problem
  where import_id = $importId and state in ('waiting', 'mapping', 'refused') returning import_id`

/** Starts a reading. What an earlier one read no longer counts. */
export const beginReading = statement('imports.begin_reading')`
  with before as (select upload_no from imports where import_id = $importId)
  update imports set state = 'reading', upload_no = nextval('lead_upload_numbers'), touched_at = $now, mapping = $mapping,
    has_rows = true, bytes_read = 0, rows_read = 0, checksum = null, problem = null, refused_rows = 0, preview = null,
    checked_at = null
  from before where import_id = $importId
  returning imports.*, before.upload_no as replaced`.as<ImportJson & { replaced: number | null }>()

export const renewReading = statement('imports.renew_reading')`
  update imports set upload_no = nextval('lead_upload_numbers'), touched_at = $now, bytes_read = 0, rows_read = 0
  where import_id = $importId and upload_no = $uploadNo and state = 'reading' returning *`.as<ImportJson>()

/** No row: this reading no longer counts. */
export const recordReading = statement('imports.note_reading')`
  update imports set touched_at = $now, bytes_read = $bytesRead, rows_read = $rowsRead
  where upload_no = $uploadNo and state = 'reading' returning import_id`

export const insertRefusals = statement('imports.insert_refusals')`
  insert into import_refusals (upload_no, row_no, reason, line)
  select $uploadNo, r.* from unnest($rowNos::int[], $reasons::text[], $lines::text[]) as r on conflict do nothing`

export const endReading = statement('imports.end_reading')`
  update imports set touched_at = $now, checked_at = $now, state = $state, problem = $problem?, checksum = $checksum?, refused_rows = $refusedRows, preview = $preview?,
    rows_read = $rowsRead
  where upload_no = $uploadNo and state = 'reading' returning *`.as<ImportJson>()

export const listRefusals = statement('imports.list_refusals')`
  select row_no, reason, line from import_refusals where upload_no = $uploadNo? and row_no > $after order by row_no limit $limit`

/** Refused rows as examples, by their numbers: the first of each reason, then the second of each. */
export const sampleRefusals = statement('imports.sample_refusals')`
  select row_no, reason, line from (
    select *, row_number() over (partition by reason order by row_no) as nth from import_refusals where upload_no = $uploadNo?
    order by nth, row_no limit $limit) shown order by row_no`

export const findBusy = statement('imports.find_busy')`
  select import_id from imports where kind = $kind and state in ('applying', 'undoing') and import_id <> $importId limit 1`

export const beginApplying = statement('imports.begin_applying')`
  update imports set state = 'applying', touched_at = $now, applied_at = $now, applied_by = $appliedBy, undone_at = null, undone_by = null
  where import_id = $importId and state = 'ready' returning import_id`

export const touchImport = statement('imports.touch_import')`
  update imports set touched_at = $now where import_id = $importId`

export const endApplying = statement('imports.end_applying')`
  update imports set state = 'applied', touched_at = $now where import_id = $importId and state = 'applying'`

/** `problem` says why, unless a person asked for it. */
export const beginUndoing = statement('imports.begin_undoing')`
  update imports set state = 'undoing', touched_at = $now, undone_at = $now, undone_by = $undoneBy?, problem = $problem?
  where import_id = $importId and state in ('applying', 'applied') returning import_id`

export const endUndoing = statement('imports.end_undoing')`
  update imports set touched_at = $now, state = case when problem is null then 'undone' else 'interrupted' end
  where import_id = $importId and state = 'undoing'`

export const listKnownUploads = statement('imports.list_known_uploads')`
  select upload_no from imports
  where upload_no = any($uploadNos::int[]) and has_rows and state in ('reading', 'ready', 'applying')`

export const dropRefusals = statement('imports.drop_refusals')`delete from import_refusals where upload_no = $uploadNo?`

/** Drops refused rows of readings that were replaced, if their node was killed before it dropped them. */
export const dropLostRefusals = statement('imports.drop_lost_refusals')`
  delete from import_refusals r where not exists (select from imports i where i.upload_no = r.upload_no)`

export const dropFile = statement('imports.drop_file')`delete from import_file_parts where import_id = $importId`

/** Imports that no one has continued and that still have something of their file. */
export const findForgotten = statement('imports.find_forgotten')`
  select import_id, upload_no from imports
  where has_rows and touched_at < $before and state not in ('applying', 'undoing')
  order by touched_at limit $limit for update skip locked`

/** Records that the rows of an import are gone: one that could have been applied no longer can. */
export const markForgotten = statement('imports.mark_forgotten')`
  update imports set has_rows = false,
    state = case when state in ('applied', 'refused', 'undone') then state else 'lapsed' end
  where import_id = $importId`

/** Forgets the columns of imports that were never applied: what passed for a header may have been a person. */
export const forgetColumns = statement('imports.forget_columns')`
  update imports set columns = '{}', sheets = '[]', call_columns = '{}', mapping = null
  where not has_rows and state in ('refused', 'lapsed') and (columns <> '{}' or mapping is not null)`
