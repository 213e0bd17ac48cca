/** All SQL of imports and exports of stock. What changes a package's count is inventory's. */

import { UNLIMITED_UNITS } from '#contract/stock.ts'
import type { RefusedStockRow, StockPreview, StockRowReason } from '#contract/stock-files.ts'
import { shownUnits } from '#server/features/inventory/shown-units.ts'
import { statement } from '#server/platform/database.ts'
import type { STORED_IMPORT_STATES } from './tables.ts'

/** What a browser is shown: an unlimited package its entered number, a counted one at most 999. */
const SHOWN = shownUnits('p')

export interface ImportRow {
  import_id: string
  created_at: Date
  created_by: string
  file_name: string
  file_bytes: number
  state: (typeof STORED_IMPORT_STATES)[number]
  upload_id: string | null
  touched_at: Date
  bytes_read: number
  rows_read: number
  checksum: string | null
  ignored_columns: string[]
  problem: string | null
  refused_rows: number
  preview: StockPreview | null
  applied_rows: number
  applied_at: Date | null
  applied_by: string | null
  changed_packages: number | null
}

/** $1 import, $2 now, $3 who, $4 file name, $5 bytes. */
export const insertImport = statement<ImportRow>(
  'stock_files.insert_import',
  `insert into stock_imports (import_id, created_at, touched_at, created_by, file_name, file_bytes, state, has_rows)
   values ($1, $2, $2, $3, $4, $5, 'waiting', true) returning *`,
)

/** $1 import. */
export const findImport = statement<ImportRow>(
  'stock_files.find_import',
  'select * from stock_imports where import_id = $1',
)

/** A page of imports, the newest first: $1 and $2 the last one seen (its moment and id), $3 how many. */
export const listImports = statement<ImportRow>(
  'stock_files.list_imports',
  `select * from stock_imports where (created_at, import_id) < ($1::timestamptz, $2)
   order by created_at desc, import_id desc limit $3`,
)

/**
 * Begins a sending: $1 import, $2 its name, $3 now. What an earlier one brought counts no more, and its name comes back. No
 * row: applied already.
 */
export const beginUpload = statement<{ replaced: string | null }>(
  'stock_files.begin_upload',
  `with before as materialized (
     select upload_id from stock_imports where import_id = $1 for update
   )
   update stock_imports set state = 'reading', upload_id = $2, touched_at = $3, has_rows = true, bytes_read = 0, rows_read = 0,
     checksum = null, ignored_columns = '{}', problem = null, refused_rows = 0, preview = null, applied_rows = 0
   from before where import_id = $1 and state <> 'applied' returning before.upload_id as replaced`,
)

/** Rows that were read: $1 upload, $2 row numbers, $3 packages, $4 counts, $5 whether edited. */
export const insertRows = statement(
  'stock_files.insert_rows',
  `insert into stock_import_rows (upload_id, row_number, package_id, available, is_edited)
   select $1, r.* from unnest($2::int[], $3::text[], $4::int[], $5::boolean[]) as r`,
)

/** Rows that cannot be taken: $1 upload, $2 row numbers, $3 reasons, $4 lines. */
export const insertRefusals = statement(
  'stock_files.insert_refusals',
  `insert into stock_import_refusals (upload_id, row_number, reason, line)
   select $1, r.* from unnest($2::int[], $3::text[], $4::text[]) as r`,
)

/** A step forward: $1 upload, $2 now, $3 state, $4 bytes, $5 rows, $6 ignored columns. No row: this sending does not count. */
export const noteReading = statement<{ import_id: string }>(
  'stock_files.note_reading',
  `update stock_imports set touched_at = $2, state = $3, bytes_read = $4, rows_read = $5, ignored_columns = $6
   where upload_id = $1 and state = 'reading' returning import_id`,
)

/** A sending ended: $1 upload, $2 now, $3 state, $4 problem, $5 checksum, $6 refused rows, $7 preview (JSON). */
export const endUpload = statement<ImportRow>(
  'stock_files.end_upload',
  `update stock_imports set touched_at = $2, state = $3, problem = $4, checksum = $5, refused_rows = $6, preview = $7
   where upload_id = $1 and state in ('reading', 'checking') returning *`,
)

/** Back to being checked: $1 import, $2 now. No row: it is not ready. */
export const reopenCheck = statement<ImportRow>(
  'stock_files.reopen_check',
  `update stock_imports set state = 'checking', touched_at = $2, applied_rows = 0
   where import_id = $1 and state in ('ready', 'checking') returning *`,
)

/**
 * Rows that give a package another count than its first row: $1 upload, $2 how many to list. They are counted, and the first
 * of them listed.
 */
export const refuseTwice = statement<{ refused: number }>(
  'stock_files.refuse_twice',
  `with firsts as materialized (
     select package_id, min(array[row_number, available]) as first from stock_import_rows where upload_id = $1
     group by package_id having min(available) <> max(available)
   ), refused as materialized (
     select r.row_number, r.package_id, r.available, first from stock_import_rows r join firsts using (package_id)
     where r.upload_id = $1 and r.available <> first[2]
   ), listed as (
     insert into stock_import_refusals (upload_id, row_number, reason, line)
     select $1, row_number, 'package_twice',
       concat(package_id, ': ', case when available < 0 then 'unlimited' else available::text end,
         ', but row ', first[1], ' says ', case when first[2] < 0 then 'unlimited' else first[2]::text end)
     from refused order by row_number limit $2
   )
   select count(*)::int as refused from refused`,
)

/**
 * Rows that would set a package whose stock its leads make: $1 upload, $2 how many to list. Counted and listed as above; one that
 * stands in the report for another reason already is left out. Rows that leave such a package as it is, or as it was exported, do no harm.
 */
export const refuseFromLeads = statement<{ refused: number }>(
  'stock_files.refuse_from_leads',
  `with refused as materialized (
     select r.row_number, r.package_id, r.available, ${SHOWN} as shown
     from stock_import_rows r join packages p using (package_id)
     where r.upload_id = $1 and r.is_edited and p.lead_units is not null and r.available <> ${SHOWN}
       and not exists (
         select from stock_import_refusals f where f.upload_id = r.upload_id and f.row_number = r.row_number)
   ), listed as (
     insert into stock_import_refusals (upload_id, row_number, reason, line)
     select $1, row_number, 'package_from_leads',
       concat(package_id, ': ', case when available < 0 then 'unlimited' else available::text end, ', but its leads make ', shown)
     from refused order by row_number limit $2
   )
   select count(*)::int as refused from refused`,
)

/** What an earlier comparison found: $1 upload. */
export const dropChanges = statement(
  'stock_files.drop_changes',
  'delete from stock_import_changes where upload_id = $1',
)

/**
 * Compares the rows of an upload ($1) with the stock of now and writes down what differs. `read` counts the rows found, which
 * are gone after a crash of the database.
 */
export const compareRows = statement<{
  read: number
  named: number
  changed: number
  left_alone: number
  to_zero: number
  to_unlimited: number
  from_unlimited: number
}>(
  'stock_files.compare_rows',
  `with named as materialized (
     select package_id, min(available) as wanted, bool_or(is_edited) as is_edited, count(*) as times
     from stock_import_rows where upload_id = $1 group by package_id
   ), shown as materialized (
     select named.*, p.edits, ${SHOWN} as before from named join packages p using (package_id)
   ), compared as materialized (
     select *, case when wanted >= 0 then wanted when before > 999 then before else ${UNLIMITED_UNITS} end as after from shown
   ), changing as materialized (
     select * from compared where is_edited and before <> after
   ), noted as (
     insert into stock_import_changes (upload_id, package_id, available, edits)
     select $1, package_id, after, edits from changing order by package_id
   )
   select coalesce(sum(times), 0)::int as read, count(*)::int as named,
     (count(*) filter (where not is_edited and before <> after))::int as left_alone,
     (select count(*)::int from changing) as changed,
     (select count(*)::int from changing where after = 0) as to_zero,
     (select count(*)::int from changing where after > 999 and before <= 999) as to_unlimited,
     (select count(*)::int from changing where after <= 999 and before > 999) as from_unlimited
   from compared`,
)

/** Packages of an upload ($1) that an administrator set since it was checked, or whose stock leads make since. */
export const countOutdated = statement<{ outdated: number }>(
  'stock_files.count_outdated',
  `select count(*)::int as outdated from stock_import_changes c join packages p using (package_id)
   where c.upload_id = $1 and (c.edits <> p.edits or p.lead_units is not null)`,
)

/** A part of what an upload changes, by package: $1 upload, $2 the last one seen, $3 how many. */
export const readChanges = statement<{ package_id: string; available: number; edits: number }>(
  'stock_files.read_changes',
  `select package_id, available, edits from stock_import_changes where upload_id = $1 and package_id > $2
   order by package_id limit $3`,
)

/** One import is applied at a time; the lock ends with the transaction. */
export const lockApplying = statement('stock_files.lock_applying', 'select pg_advisory_xact_lock(7305130)')

/** How far applying is: $1 import, $2 now, $3 packages. */
export const noteApplying = statement(
  'stock_files.note_applying',
  `update stock_imports set touched_at = $2, applied_rows = $3 where import_id = $1 and state = 'ready'`,
)

/** $1 import, $2 upload, $3 now, $4 who, $5 changed packages. No row: it is not what was read before. */
export const markApplied = statement<ImportRow>(
  'stock_files.mark_applied',
  `update stock_imports set state = 'applied', touched_at = $3, applied_at = $3, applied_by = $4, changed_packages = $5
   where import_id = $1 and upload_id = $2 and state = 'ready' returning *`,
)

/** The first of the refused rows of an upload: $1 upload, $2 how many. */
export const listRefusals = statement<Omit<RefusedStockRow, 'row'> & { row_number: number; reason: StockRowReason }>(
  'stock_files.list_refusals',
  'select row_number, reason, line from stock_import_refusals where upload_id = $1 order by row_number limit $2',
)

/** The rows of an upload that is over ($1), and what they would have changed. */
export const dropRows = statement(
  'stock_files.drop_rows',
  `with rows as (delete from stock_import_rows where upload_id = $1)
   delete from stock_import_changes where upload_id = $1`,
)

/** All that a sending ($1) brought. */
export const dropUpload = statement(
  'stock_files.drop_upload',
  `with rows as (delete from stock_import_rows where upload_id = $1),
     changes as (delete from stock_import_changes where upload_id = $1)
   delete from stock_import_refusals where upload_id = $1`,
)

/** Imports that nobody went on with since $1, up to $2; those that another node forgets are left out. */
export const findForgotten = statement<{ import_id: string; upload_id: string | null }>(
  'stock_files.find_forgotten',
  `select import_id, upload_id from stock_imports where has_rows and touched_at < $1
   order by touched_at limit $2 for update skip locked`,
)

/** The rows of an import ($1) are gone: what could have been applied cannot be any more. */
export const markForgotten = statement(
  'stock_files.mark_forgotten',
  `update stock_imports set has_rows = false,
     state = case when state in ('applied', 'refused') then state else 'lapsed' end
   where import_id = $1`,
)

/** The stock of some counties ($1), in no particular order. */
export const readStock = statement<{
  package_id: string
  fips: string
  lead_type: string
  tier: string
  size: number
  available: number
}>(
  'stock_files.read_stock',
  `select package_id, fips, lead_type, tier, size, ${SHOWN} as available from packages p where fips = any($1::text[])`,
)

/** The 48 prices. */
export const readPrices = statement<{ lead_type: string; tier: string; size: number; price_cents: number }>(
  'stock_files.read_prices',
  'select lead_type, tier, size, price_cents from prices',
)
