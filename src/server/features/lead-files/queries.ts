/** The SQL of imports: what they are, what they read, what a dry run finds. What changes leads stands in apply-queries.ts. */
import type { LeadMapping, LeadRowReason } from '#contract/lead-file-fields.ts'
import type { LeadImportState } from '#contract/lead-files.ts'
import type { LeadPreview } from '#contract/lead-preview.ts'
import { statement } from '#server/platform/database.ts'

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

/** $1 import, $2 part, $3 from which byte, counted from 1, $4 how many at most. */
export const READ_PIECE =
  'select substring(bytes from $3 for $4) from lead_file_parts where import_id = $1 and part_number = $2'

/** $1 import, $2 now, $3 who, $4 source, $5 file name, $6 bytes. */
export const insertImport = statement<ImportRow>(
  'lead_files.insert_import',
  `insert into lead_imports (import_id, created_at, touched_at, created_by, source, file_name, file_bytes, state)
   values ($1, $2, $2, $3, $4, $5, $6, 'waiting') returning *`,
)

export const findImport = statement<ImportRow>(
  'lead_files.find_import',
  'select * from lead_imports where import_id = $1',
)

/** The same, locked until the end of the transaction. */
export const lockImport = statement<ImportRow>(
  'lead_files.lock_import',
  'select * from lead_imports where import_id = $1 for update',
)

/** A page of imports, the newest first: $1 and $2 the last one seen (its moment and id), $3 how many. */
export const listImports = statement<ImportRow>(
  'lead_files.list_imports',
  `select * from lead_imports where (created_at, import_id) < ($1::timestamptz, $2)
   order by created_at desc, import_id desc limit $3`,
)

/** Keeps a part of a file: $1 import, $2 number, $3 bytes, $4 now. No row: the import takes none any more. */
export const savePart = statement<{ bytes_received: number }>(
  'lead_files.save_part',
  `with open as (
     select import_id from lead_imports where import_id = $1 and state = 'waiting' for update
   ), was as (
     select octet_length(bytes) as bytes from lead_file_parts where import_id = $1 and part_number = $2
   ), saved as (
     insert into lead_file_parts (import_id, part_number, bytes) select import_id, $2, $3 from open
     on conflict (import_id, part_number) do update set bytes = excluded.bytes
     returning octet_length(bytes) as bytes
   )
   update lead_imports set touched_at = $4, bytes_received = bytes_received + saved.bytes - coalesce((select bytes from was), 0)
   from saved where import_id = $1 returning bytes_received`,
)

/** The parts that came of an import ($1): how many, the last number, all bytes, and the shortest of those before the last. */
export const sumParts = statement<{ parts: number; last: number | null; bytes: string; shortest: number | null }>(
  'lead_files.sum_parts',
  `select count(*)::int as parts, max(part_number) as last, coalesce(sum(octet_length(bytes)), 0)::text as bytes,
     (select min(octet_length(p.bytes)) from lead_file_parts p
      where p.import_id = $1 and p.part_number < (select max(part_number) from lead_file_parts where import_id = $1)) as shortest
   from lead_file_parts where import_id = $1`,
)

/** One part: $1 import, $2 number. */
export const readPart = statement<{ bytes: Buffer }>(
  'lead_files.read_part',
  'select bytes from lead_file_parts where import_id = $1 and part_number = $2',
)

/** All parts are there: $1 import, $2 now, $3 columns, $4 bytes. */
export const markOpened = statement<ImportRow>(
  'lead_files.mark_opened',
  `update lead_imports set touched_at = $2, columns = $3, bytes_received = $4,
     state = case when state = 'waiting' then 'mapping' else state end
   where import_id = $1 returning *`,
)

/** The file cannot be read: $1 import, $2 now, $3 why. One that came further before stays where it is. */
export const markRefused = statement<ImportRow>(
  'lead_files.mark_refused',
  `update lead_imports set touched_at = $2, state = 'refused', problem = $3
   where import_id = $1 and state in ('waiting', 'mapping', 'refused') returning *`,
)

/** A source ($1) with the columns of its last file that was checked. */
export const findSource = statement<{ mapping: LeadMapping; columns: string[] | null }>(
  'lead_files.find_source',
  `select s.mapping, (
     select i.columns from lead_imports i where i.source = s.source and i.mapping is not null order by i.created_at desc limit 1) as columns
   from lead_sources s where s.source = $1`,
)

/** $1 source, $2 mapping (JSON), $3 now. */
export const saveSource = statement(
  'lead_files.save_source',
  `insert into lead_sources (source, mapping, used_at) values ($1, $2, $3)
   on conflict (source) do update set mapping = excluded.mapping, used_at = excluded.used_at`,
)

/** $1 how many. */
export const listSources = statement<{ source: string }>(
  'lead_files.list_sources',
  'select source from lead_sources order by used_at desc limit $1',
)

/** Begins a reading: $1 import, $2 now, $3 mapping (JSON). What an earlier one brought counts no more. */
export const beginReading = statement<ImportRow & { replaced: number | null }>(
  'lead_files.begin_reading',
  `with before as (select upload_no from lead_imports where import_id = $1)
   update lead_imports set state = 'reading', upload_no = nextval('lead_upload_numbers'), touched_at = $2, mapping = $3,
     has_rows = true, bytes_read = 0, rows_read = 0, checksum = null, problem = null, refused_rows = 0, preview = null,
     checked_at = null
   from before where import_id = $1
   returning lead_imports.*, before.upload_no as replaced`,
)

/** A reading that was given up begins anew under another number: $1 import, $2 its number, $3 now. */
export const renewReading = statement<ImportRow>(
  'lead_files.renew_reading',
  `update lead_imports set upload_no = nextval('lead_upload_numbers'), touched_at = $3, bytes_read = 0, rows_read = 0
   where import_id = $1 and upload_no = $2 and state = 'reading' returning *`,
)

/** A step forward: $1 upload, $2 now, $3 bytes, $4 rows. No row: this reading does not count any more. */
export const noteReading = statement<{ import_id: string }>(
  'lead_files.note_reading',
  `update lead_imports set touched_at = $2, bytes_read = $3, rows_read = $4
   where upload_no = $1 and state = 'reading' returning import_id`,
)

/** Rows that are not taken: $1 upload, $2 row numbers, $3 reasons, $4 lines. */
export const insertRefusals = statement(
  'lead_files.insert_refusals',
  `insert into lead_import_refusals (upload_no, row_no, reason, line)
   select $1, r.* from unnest($2::int[], $3::text[], $4::text[]) as r on conflict do nothing`,
)

/**
 * A reading ended: $1 upload, $2 now, $3 state, $4 problem, $5 checksum, $6 refused rows, $7 preview (JSON), $8 rows.
 */
export const endReading = statement<ImportRow>(
  'lead_files.end_reading',
  `update lead_imports set touched_at = $2, checked_at = $2, state = $3, problem = $4, checksum = $5, refused_rows = $6, preview = $7,
     rows_read = $8
   where upload_no = $1 and state = 'reading' returning *`,
)

/** Imports of the same bytes ($1) whose leads are here, other than $2. */
export const findSameFile = statement<{ file_name: string; created_at: Date }>(
  'lead_files.find_same_file',
  `select file_name, created_at from lead_imports
   where checksum = $1 and import_id <> $2 and state in ('applying', 'applied', 'undoing') limit 1`,
)

/** The first refused rows of an upload: $1 upload, $2 after which row, $3 how many. */
export const listRefusals = statement<{ row_no: number; reason: LeadRowReason; line: string }>(
  'lead_files.list_refusals',
  'select row_no, reason, line from lead_import_refusals where upload_no = $1 and row_no > $2 order by row_no limit $3',
)

/** The first rows of an upload: $1 upload, $2 how many. */
export const listFirstRows = statement<{
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
}>(
  'lead_files.list_first_rows',
  `select row_no, place_no, verdict, acquired_at, is_do_not_call, address, city, zip, owner_names, mailing_address, phones, emails,
     source, consent
   from lead_import_rows where upload_no = $1 order by row_no limit $2`,
)

/** What applying an upload did so far: $1 upload. */
export const sumApplied = statement<{
  rows: number
  done: number
  undone: number
  new_leads: number
  merged: number
  displaced: number
  skipped: number
  kept: number
}>(
  'lead_files.sum_applied',
  `select coalesce(sum(rows), 0)::int as rows, coalesce(sum(rows) filter (where is_applied), 0)::int as done,
     coalesce(sum(rows) filter (where is_undone), 0)::int as undone,
     coalesce(sum(new_leads), 0)::int as new_leads, coalesce(sum(merged), 0)::int as merged,
     coalesce(sum(displaced), 0)::int as displaced, coalesce(sum(skipped), 0)::int as skipped, coalesce(sum(kept), 0)::int as kept
   from lead_import_parts where upload_no = $1`,
)

/** Administrators who may sign in. */
export const listAdministrators = statement<{ user_id: string; email: string }>(
  'lead_files.list_administrators',
  `select user_id, email from users where role = 'admin' and disabled_at is null`,
)

/** Of the uploads $1, those whose import needs its rows still. */
export const listKnownUploads = statement<{ upload_no: number }>(
  'lead_files.list_known_uploads',
  `select upload_no from lead_imports
   where upload_no = any($1::int[]) and has_rows and state in ('reading', 'ready', 'applying')`,
)

/** What a reading ($1) refused, and how it would be applied. */
export const dropRefusals = statement(
  'lead_files.drop_refusals',
  'delete from lead_import_refusals where upload_no = $1',
)
/** Refused rows of readings that were replaced, where the node that read was killed before it dropped them. */
export const dropLostRefusals = statement(
  'lead_files.drop_lost_refusals',
  'delete from lead_import_refusals r where not exists (select from lead_imports i where i.upload_no = r.upload_no)',
)
export const dropParts = statement('lead_files.drop_parts', 'delete from lead_import_parts where upload_no = $1')
/** The file of an import ($1). */
export const dropFile = statement('lead_files.drop_file', 'delete from lead_file_parts where import_id = $1')

/** Imports that nobody went on with since $1 and that still have something of their file: up to $2. */
export const findForgotten = statement<{ import_id: string; upload_no: number | null }>(
  'lead_files.find_forgotten',
  `select import_id, upload_no from lead_imports
   where has_rows and touched_at < $1 and state not in ('applying', 'undoing')
   order by touched_at limit $2 for update skip locked`,
)

/** The rows of an import ($1) are gone: what could have been applied cannot be any more. */
export const markForgotten = statement(
  'lead_files.mark_forgotten',
  `update lead_imports set has_rows = false,
     state = case when state in ('applied', 'refused', 'undone') then state else 'lapsed' end
   where import_id = $1`,
)

/** The columns of imports whose file is gone and that never came to anything: what passed for a header may have been somebody. */
export const forgetColumns = statement(
  'lead_files.forget_columns',
  `update lead_imports set columns = '{}', mapping = null
   where not has_rows and state in ('refused', 'lapsed') and (columns <> '{}' or mapping is not null)`,
)

/**
 * What imports replaced before $1 can be taken back no more; and nothing is kept of owners who want to be left alone. Their
 * details stand nowhere else than in these rows.
 */
export const forgetChanges = statement(
  'lead_files.forget_changes',
  `with over as (
     delete from lead_import_changes c using lead_imports i
     where i.import_no = c.import_no and i.applied_at < $1 and i.state <> 'undoing'
   )
   update lead_import_changes c set details = null from leads l join suppressions s using (property_key)
   where c.lead_id = l.lead_id and c.details is not null`,
)
