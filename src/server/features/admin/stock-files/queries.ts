import type { RefusedStockRow, StockPreview, StockRowReason } from '#contract/admin/stock-files.ts'
import { UNLIMITED_UNITS } from '#contract/stock/stock.ts'
import { EFFECTIVE_CENTS, joinPrices } from '#server/features/catalogue/effective-price.ts'
import { isAboveCounted, shownUnits } from '#server/features/stock/stock-changes.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

/** The count that browsers see: the entered number of an unlimited package, or at most 999 of a counted one. */
const SHOWN = shownUnits('p')

/** The JSON of an import, whose shape PostgreSQL does not know. */
interface ImportJson {
  preview: StockPreview | null
}

export const insertImport = statement('stock_files.insert_import')`
  insert into stock_imports (import_id, created_at, touched_at, created_by, file_name, file_bytes, state, has_rows)
  values ($importId, $now, $now, $createdBy, $fileName, $fileBytes, 'waiting', true) returning *`.as<ImportJson>()

export const findImport = statement(
  'stock_files.find_import',
)`select * from stock_imports where import_id = $importId`.as<ImportJson>()
export type ImportRow = RowOf<typeof findImport>

export const listImports = statement('stock_files.list_imports')`
  select * from stock_imports where (created_at, import_id) < ($afterCreatedAt::timestamptz, $afterImportId)
  order by created_at desc, import_id desc limit $limit`.as<ImportJson>()

/** An earlier upload no longer counts; its id is returned. No row if applied already, or in progress. */
export const beginUpload = statement('stock_files.begin_upload')`
  with before as materialized (
    select upload_id from stock_imports where import_id = $importId for update
  )
  update stock_imports set state = 'reading', upload_id = $uploadId, touched_at = $now, has_rows = true, bytes_read = 0, rows_read = 0,
    checksum = null, ignored_columns = '{}', problem = null, refused_rows = 0, preview = null, applied_rows = 0
  from before where import_id = $importId and state not in ('applying', 'applied') returning before.upload_id as replaced`

export const insertRows = statement('stock_files.insert_rows')`
  insert into stock_import_rows (upload_id, row_number, package_id, available, is_edited)
  select $uploadId, r.* from unnest($rowNumbers::int[], $packageIds::text[], $availables::int[], $isEditeds::boolean[]) as r`

export const insertRefusals = statement('stock_files.insert_refusals')`
  insert into stock_import_refusals (upload_id, row_number, reason, line)
  select $uploadId, r.* from unnest($rowNumbers::int[], $reasons::text[], $lines::text[]) as r`

/** No row if this upload no longer counts. */
export const recordReading = statement('stock_files.note_reading')`
  update stock_imports set touched_at = $now, state = $state, bytes_read = $bytesRead, rows_read = $rowsRead, ignored_columns = $ignoredColumns
  where upload_id = $uploadId and state = 'reading' returning import_id`

export const endUpload = statement<
  {
    uploadId: string
    now: Date
    state: string
    problem: string | null
    checksum: string | null
    refusedRows: number
    preview: StockPreview | null
  },
  ImportRow
>('stock_files.end_upload')`
  update stock_imports set touched_at = $now, state = $state, problem = $problem, checksum = $checksum, refused_rows = $refusedRows, preview = $preview
  where upload_id = $uploadId and state in ('reading', 'checking') returning *`

/** No row if it is not ready. */
export const reopenCheck = statement('stock_files.reopen_check')`
  update stock_imports set state = 'checking', touched_at = $now, applied_rows = 0
  where import_id = $importId and state in ('ready', 'checking') returning *`.as<ImportJson>()

/** Refuses rows that give a package a different count than its first row, and lists the first of them. */
export const refuseTwice = statement('stock_files.refuse_twice')`
  with firsts as materialized (
    select package_id, min(array[row_number, available]) as first from stock_import_rows where upload_id = $uploadId
    group by package_id having min(available) <> max(available)
  ), refused as materialized (
    select r.row_number, r.package_id, r.available, first from stock_import_rows r join firsts using (package_id)
    where r.upload_id = $uploadId and r.available <> first[2]
  ), listed as (
    insert into stock_import_refusals (upload_id, row_number, reason, line)
    select $uploadId, row_number, 'package_twice',
      concat(package_id, ': ', case when available < 0 then 'unlimited' else available::text end,
        ', but row ', first[1], ' says ', case when first[2] < 0 then 'unlimited' else first[2]::text end)
    from refused order by row_number limit $limit
  )
  select count(*)::int as refused from refused`

/** Not rows already refused. Rows that leave such a package unchanged, or as it was exported, do no harm. */
export const refuseFromLeads = statement('stock_files.refuse_from_leads')`
  with refused as materialized (
    select r.row_number, r.package_id, r.available, ${SHOWN} as shown
    from stock_import_rows r join packages p using (package_id)
    where r.upload_id = $uploadId and r.is_edited and p.lead_units is not null and r.available <> ${SHOWN}
      and not exists (
        select from stock_import_refusals f where f.upload_id = r.upload_id and f.row_number = r.row_number)
  ), listed as (
    insert into stock_import_refusals (upload_id, row_number, reason, line)
    select $uploadId, row_number, 'package_from_leads',
      concat(package_id, ': ', case when available < 0 then 'unlimited' else available::text end, ', but its leads make ', shown)
    from refused order by row_number limit $limit
  )
  select count(*)::int as refused from refused`

export const dropChanges = statement('stock_files.drop_changes')`
  delete from stock_import_changes where upload_id = $uploadId`

/** Records what differs from current stock. `read` counts the rows found, which are gone after a database crash. */
export const compareRows = statement('stock_files.compare_rows')`
  with named as materialized (
    select package_id, min(available) as wanted, bool_or(is_edited) as is_edited, count(*) as times
    from stock_import_rows where upload_id = $uploadId group by package_id
  ), shown as materialized (
    select named.*, p.edits, ${SHOWN} as before from named join packages p using (package_id)
  ), compared as materialized (
    select *, case when wanted >= 0 then wanted when ${isAboveCounted('before')} then before else ${UNLIMITED_UNITS} end as after from shown
  ), changing as materialized (
    select * from compared where is_edited and before <> after
  ), noted as (
    insert into stock_import_changes (upload_id, package_id, available, edits)
    select $uploadId, package_id, after, edits from changing order by package_id
  )
  select coalesce(sum(times), 0)::int as read, count(*)::int as named,
    (count(*) filter (where not is_edited and before <> after))::int as left_alone,
    (select count(*)::int from changing) as changed,
    (select count(*)::int from changing where after = 0) as to_zero,
    (select count(*)::int from changing where ${isAboveCounted('after')} and not ${isAboveCounted('before')}) as to_unlimited,
    (select count(*)::int from changing where not ${isAboveCounted('after')} and ${isAboveCounted('before')}) as from_unlimited
  from compared`

export const listRefusals = statement('stock_files.list_refusals')`
  select row_number, reason, line from stock_import_refusals where upload_id = $uploadId? order by row_number limit $limit`.as<
  Omit<RefusedStockRow, 'row'> & { row_number: number; reason: StockRowReason }
>()

export const readStock = statement('stock_files.read_stock')`
  select package_id, fips, p.lead_type, p.tier, p.size, ${EFFECTIVE_CENTS} as price_cents, ${SHOWN} as available
  from packages p ${joinPrices('p')} where fips = any($fips::text[])`

export const dropRows = statement('stock_files.drop_rows')`
  with rows as (delete from stock_import_rows where upload_id = $uploadId?)
  delete from stock_import_changes where upload_id = $uploadId`

export const dropUpload = statement('stock_files.drop_upload')`
  with rows as (delete from stock_import_rows where upload_id = $uploadId),
    changes as (delete from stock_import_changes where upload_id = $uploadId)
  delete from stock_import_refusals where upload_id = $uploadId`

/** Imports idle since `before`, except one in progress and those that another node is forgetting. */
export const findForgotten = statement('stock_files.find_forgotten')`
  select import_id, upload_id from stock_imports where has_rows and touched_at < $before and state <> 'applying'
  order by touched_at limit $limit for update skip locked`

export const markForgotten = statement('stock_files.mark_forgotten')`
  update stock_imports set has_rows = false,
    state = case when state in ('applied', 'refused') then state else 'lapsed' end
  where import_id = $importId`
