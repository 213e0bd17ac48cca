/** SQL for applying stock imports. Changing a package's count belongs to `stock`. */
import { shownUnits, sumOfUnits } from '#server/features/stock/shown-units.ts'
import { type NoParameters, statement } from '#server/platform/statement.ts'
import type { ImportRow } from './queries.ts'

/**
 * Sums what an upload would change now: how many packages, how many of them an administrator set since the check or
 * follow leads since, and their units (an unlimited package as 1000).
 */
export const sumChanges = statement<
  { uploadId: string },
  { packages: number; outdated: number; units_before: number; units_after: number }
>(
  'stock_files.sum_changes',
  `select count(*)::int as packages, (count(*) filter (where c.edits <> p.edits or p.lead_units is not null))::int as outdated,
     ${sumOfUnits(shownUnits('p'))} as units_before, ${sumOfUnits('c.available')} as units_after
   from stock_import_changes c join packages p using (package_id) where c.upload_id = $uploadId`,
)

/** Lets one import start at a time; the lock ends with the transaction. */
export const lockApplying = statement('stock_files.lock_applying', 'select pg_advisory_xact_lock(7305130)')

/** Finds the import in progress. */
export const findApplying = statement<NoParameters, { import_id: string }>(
  'stock_files.find_applying',
  `select import_id from stock_imports where state = 'applying' limit 1`,
)

/** Starts applying an import; from then on it is applied, whatever happens. No row if it has changed since it was read. */
export const beginApplying = statement<
  { importId: string; uploadId: string; now: Date; appliedBy: string },
  { import_id: string }
>(
  'stock_files.begin_applying',
  `update stock_imports set state = 'applying', touched_at = $now, applied_by = $appliedBy, applied_rows = 0, changed_packages = 0
   where import_id = $importId and upload_id = $uploadId and state = 'ready' returning import_id`,
)

/** Locks the next part of an import for this transaction. No row if it is not in progress. */
export const lockUnderWay = statement<{ importId: string }, Pick<ImportRow, 'upload_id' | 'file_name' | 'applied_by'>>(
  'stock_files.lock_under_way',
  `select upload_id, file_name, applied_by from stock_imports where import_id = $importId and state = 'applying' for update`,
)

/** Takes the next changes of an upload, by package; there are none left up to `after`. */
export const takeChanges = statement<
  { uploadId: string; after: string; limit: number },
  { package_id: string; available: number; edits: number }
>(
  'stock_files.take_changes',
  `with part as materialized (
     select package_id from stock_import_changes where upload_id = $uploadId and package_id > $after
     order by package_id limit $limit
   ), taken as (
     delete from stock_import_changes c using part where c.upload_id = $uploadId and c.package_id = part.package_id
     returning c.package_id, c.available, c.edits
   )
   select package_id, available, edits from taken order by package_id`,
)

/** Records an applied part: packages that it named, and those whose count changed. */
export const recordPart = statement<{ importId: string; now: Date; named: number; changed: number }>(
  'stock_files.record_part',
  `update stock_imports set touched_at = $now, applied_rows = applied_rows + $named, changed_packages = changed_packages + $changed
   where import_id = $importId`,
)

export const endApplying = statement<{ importId: string; now: Date }>(
  'stock_files.end_applying',
  `update stock_imports set state = 'applied', touched_at = $now, applied_at = $now where import_id = $importId`,
)
