import type { LeadMapping, LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import type { LeadImportState } from '#contract/admin/lead-files.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import { statement } from '#server/platform/statement.ts'

export interface ImportRow {
  import_id: string
  import_no: number
  created_at: Date
  created_by: string
  source: string
  file_name: string
  file_bytes: number
  state: LeadImportState
  upload_no: number | null
  touched_at: Date
  bytes_received: number
  bytes_read: number
  rows_read: number
  checksum: string | null
  columns: string[]
  mapping: LeadMapping | null
  problem: string | null
  refused_rows: number
  preview: LeadPreview | null
  checked_at: Date | null
  applied_at: Date | null
  applied_by: string | null
  undone_at: Date | null
  undone_by: string | null
  has_rows: boolean
}

/** Reads at most $4 bytes of the part $2 of the import $1, from the byte $3, counted from 1. */
export const READ_PIECE =
  'select substring(bytes from $3 for $4) from lead_file_parts where import_id = $1 and part_number = $2'

export const insertImport = statement<
  { importId: string; now: Date; createdBy: string; source: string; fileName: string; fileBytes: number },
  ImportRow
>(
  'lead_files.insert_import',
  `insert into lead_imports (import_id, created_at, touched_at, created_by, source, file_name, file_bytes, state)
   values ($importId, $now, $now, $createdBy, $source, $fileName, $fileBytes, 'waiting') returning *`,
)

export const findImport = statement<{ importId: string }, ImportRow>(
  'lead_files.find_import',
  'select * from lead_imports where import_id = $importId',
)

export const lockImport = statement<{ importId: string }, ImportRow>(
  'lead_files.lock_import',
  'select * from lead_imports where import_id = $importId for update',
)

export const listImports = statement<
  { afterCreatedAt: Date | string; afterImportId: string; limit: number },
  ImportRow
>(
  'lead_files.list_imports',
  `select * from lead_imports where (created_at, import_id) < ($afterCreatedAt::timestamptz, $afterImportId)
   order by created_at desc, import_id desc limit $limit`,
)

/** No row: the import no longer accepts any. */
export const savePart = statement<
  { importId: string; partNumber: number; bytes: Buffer; now: Date },
  { bytes_received: number }
>(
  'lead_files.save_part',
  `with open as (
     select import_id from lead_imports where import_id = $importId and state = 'waiting' for update
   ), was as (
     select octet_length(bytes) as bytes from lead_file_parts where import_id = $importId and part_number = $partNumber
   ), saved as (
     insert into lead_file_parts (import_id, part_number, bytes) select import_id, $partNumber, $bytes from open
     on conflict (import_id, part_number) do update set bytes = excluded.bytes
     returning octet_length(bytes) as bytes
   )
   update lead_imports set touched_at = $now, bytes_received = bytes_received + saved.bytes - coalesce((select bytes from was), 0)
   from saved where import_id = $importId returning bytes_received`,
)

/** How many parts were received, the last number, all bytes, and the shortest of those before the last. */
export const sumParts = statement<
  { importId: string },
  { parts: number; last: number | null; bytes: string; shortest: number | null }
>(
  'lead_files.sum_parts',
  `select count(*)::int as parts, max(part_number) as last, coalesce(sum(octet_length(bytes)), 0)::text as bytes,
     (select min(octet_length(p.bytes)) from lead_file_parts p
      where p.import_id = $importId and p.part_number < (select max(part_number) from lead_file_parts where import_id = $importId)) as shortest
   from lead_file_parts where import_id = $importId`,
)

export const readPart = statement<{ importId: string; partNumber: number }, { bytes: Buffer }>(
  'lead_files.read_part',
  'select bytes from lead_file_parts where import_id = $importId and part_number = $partNumber',
)

export const markOpened = statement<
  { importId: string; now: Date; columns: readonly string[]; bytesReceived: number },
  ImportRow
>(
  'lead_files.mark_opened',
  `update lead_imports set touched_at = $now, columns = $columns, bytes_received = $bytesReceived,
     state = case when state = 'waiting' then 'mapping' else state end
   where import_id = $importId returning *`,
)

/** Records that the file cannot be read. An import that was further along keeps its state. */
export const markRefused = statement<{ importId: string; now: Date; problem: string }, ImportRow>(
  'lead_files.mark_refused',
  `update lead_imports set touched_at = $now, state = 'refused', problem = $problem
   where import_id = $importId and state in ('waiting', 'mapping', 'refused') returning *`,
)

export const findSource = statement<{ source: string }, { mapping: LeadMapping; columns: string[] | null }>(
  'lead_files.find_source',
  `select s.mapping, (
     select i.columns from lead_imports i where i.source = s.source and i.mapping is not null order by i.created_at desc limit 1) as columns
   from lead_sources s where s.source = $source`,
)

export const saveSource = statement<{ source: string; mapping: string; now: Date }>(
  'lead_files.save_source',
  `insert into lead_sources (source, mapping, used_at) values ($source, $mapping, $now)
   on conflict (source) do update set mapping = excluded.mapping, used_at = excluded.used_at`,
)

export const listSources = statement<{ limit: number }, { source: string }>(
  'lead_files.list_sources',
  'select source from lead_sources order by used_at desc limit $limit',
)

/** Starts a reading. What an earlier one read no longer counts. */
export const beginReading = statement<
  { importId: string; now: Date; mapping: string },
  ImportRow & { replaced: number | null }
>(
  'lead_files.begin_reading',
  `with before as (select upload_no from lead_imports where import_id = $importId)
   update lead_imports set state = 'reading', upload_no = nextval('lead_upload_numbers'), touched_at = $now, mapping = $mapping,
     has_rows = true, bytes_read = 0, rows_read = 0, checksum = null, problem = null, refused_rows = 0, preview = null,
     checked_at = null
   from before where import_id = $importId
   returning lead_imports.*, before.upload_no as replaced`,
)

export const renewReading = statement<{ importId: string; uploadNo: number; now: Date }, ImportRow>(
  'lead_files.renew_reading',
  `update lead_imports set upload_no = nextval('lead_upload_numbers'), touched_at = $now, bytes_read = 0, rows_read = 0
   where import_id = $importId and upload_no = $uploadNo and state = 'reading' returning *`,
)

/** No row: this reading no longer counts. */
export const recordReading = statement<
  { uploadNo: number; now: Date; bytesRead: number; rowsRead: number },
  { import_id: string }
>(
  'lead_files.note_reading',
  `update lead_imports set touched_at = $now, bytes_read = $bytesRead, rows_read = $rowsRead
   where upload_no = $uploadNo and state = 'reading' returning import_id`,
)

export const insertRefusals = statement<{
  uploadNo: number
  rowNos: readonly number[]
  reasons: readonly string[]
  lines: readonly string[]
}>(
  'lead_files.insert_refusals',
  `insert into lead_import_refusals (upload_no, row_no, reason, line)
   select $uploadNo, r.* from unnest($rowNos::int[], $reasons::text[], $lines::text[]) as r on conflict do nothing`,
)

export const endReading = statement<
  {
    uploadNo: number
    now: Date
    state: string
    problem: string | null
    checksum: string | null
    refusedRows: number
    preview: string | null
    rowsRead: number
  },
  ImportRow
>(
  'lead_files.end_reading',
  `update lead_imports set touched_at = $now, checked_at = $now, state = $state, problem = $problem, checksum = $checksum, refused_rows = $refusedRows, preview = $preview,
     rows_read = $rowsRead
   where upload_no = $uploadNo and state = 'reading' returning *`,
)

/** Finds another import of the same bytes whose leads are here. */
export const findSameFile = statement<
  { checksum: string | null; importId: string },
  { file_name: string; created_at: Date }
>(
  'lead_files.find_same_file',
  `select file_name, created_at from lead_imports
   where checksum = $checksum and import_id <> $importId and state in ('applying', 'applied', 'undoing') limit 1`,
)

export const listRefusals = statement<
  { uploadNo: number | null; after: number; limit: number },
  { row_no: number; reason: LeadRowReason; line: string }
>(
  'lead_files.list_refusals',
  'select row_no, reason, line from lead_import_refusals where upload_no = $uploadNo and row_no > $after order by row_no limit $limit',
)

export const listFirstRows = statement<
  { uploadNo: number; limit: number },
  {
    row_no: number
    place_no: number
    verdict: number
    acquired_at: Date
    is_do_not_call: boolean
    address: string
    city: string
    zip: string
    owner_names: string[]
    mailing_address: string | null
    phones: { number: string; kind: string; isDoNotCall: boolean }[]
    emails: string[]
    source: string
    consent: string | null
  }
>(
  'lead_files.list_first_rows',
  `select row_no, place_no, verdict, acquired_at, is_do_not_call, address, city, zip, owner_names, mailing_address, phones, emails,
     source, consent
   from lead_import_rows where upload_no = $uploadNo order by row_no limit $limit`,
)

export const sumApplied = statement<
  { uploadNo: number | null },
  {
    rows: number
    done: number
    undone: number
    new_leads: number
    merged: number
    displaced: number
    skipped: number
    kept: number
  }
>(
  'lead_files.sum_applied',
  `select coalesce(sum(rows), 0)::int as rows, coalesce(sum(rows) filter (where is_applied), 0)::int as done,
     coalesce(sum(rows) filter (where is_undone), 0)::int as undone,
     coalesce(sum(new_leads), 0)::int as new_leads, coalesce(sum(merged), 0)::int as merged,
     coalesce(sum(displaced), 0)::int as displaced, coalesce(sum(skipped), 0)::int as skipped, coalesce(sum(kept), 0)::int as kept
   from lead_import_parts where upload_no = $uploadNo`,
)
