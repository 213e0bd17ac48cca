import { UNLIMITED_UNITS } from '#contract/stock/stock.ts'
import { EFFECTIVE_CENTS, joinPrices } from '#server/features/catalogue/effective-price.ts'
import { isAboveCounted, shownUnits, sumOfUnits } from '#server/features/stock/stock-changes.ts'
import { statement } from '#server/platform/database/statement.ts'

/** The count that browsers see: the entered number of an unlimited package, or at most 999 of a counted one. */
const SHOWN = shownUnits('p')
const countWord = (count: string): string => `case when ${count} < 0 then 'unlimited' else ${count}::text end`

/**
 * Refuses all rows of packages that the file gives different counts, and rows that set a package whose stock comes from
 * its leads; one that leaves such a package unchanged, or as it was exported, does no harm.
 */
export const refuseRows = statement('stock_files.refuse_rows')`
  with twice as materialized (
    select package_id, min(available) as least, max(available) as most from stock_file_rows where upload_no = $uploadNo
    group by package_id having min(available) <> max(available)
  ), refused as materialized (
    select r.row_no, 'package_twice' as reason, concat(r.package_id, ': ', ${countWord('r.available')},
      ', but another row says ', ${countWord('(case when r.available = least then most else least end)')}) as line
    from stock_file_rows r join twice using (package_id) where r.upload_no = $uploadNo
    union all
    select r.row_no, 'package_from_leads', concat(r.package_id, ': ', ${countWord('r.available')}, ', but its leads make ', ${SHOWN})
    from stock_file_rows r join packages p using (package_id)
    where r.upload_no = $uploadNo and r.is_edited and p.lead_units is not null and r.available <> ${SHOWN}
      and not exists (select from twice where twice.package_id = r.package_id)
  ), listed as (
    insert into import_refusals (upload_no, row_no, reason, line)
    select $uploadNo, row_no, reason, line from refused order by row_no limit $limit on conflict do nothing
  )
  select (count(*) filter (where reason = 'package_twice'))::int as package_twice,
    (count(*) filter (where reason = 'package_from_leads'))::int as package_from_leads from refused`

/** Records what differs from current stock, of rows that are not refused. */
export const compareRows = statement('stock_files.compare_rows')`
  with named as materialized (
    select package_id, min(available) as wanted, bool_or(is_edited) as is_edited, count(*) as times
    from stock_file_rows where upload_no = $uploadNo group by package_id having min(available) = max(available)
  ), shown as materialized (
    select named.*, p.edits, p.lead_units, ${SHOWN} as before from named join packages p using (package_id)
  ), compared as materialized (
    select *, case when wanted >= 0 then wanted when ${isAboveCounted('before')} then before else ${UNLIMITED_UNITS} end as after from shown
  ), changing as materialized (
    select * from compared where is_edited and before <> after and lead_units is null
  ), noted as (
    insert into stock_file_changes (upload_no, package_id, before, available, edits)
    select $uploadNo, package_id, before, after, edits from changing order by package_id
  )
  select coalesce(sum(times), 0)::int as read, count(*)::int as named,
    (count(*) filter (where not is_edited and before <> after))::int as left_alone,
    (select count(*)::int from changing) as changed,
    (select count(*)::int from changing where after = 0) as to_zero,
    (select count(*)::int from changing where ${isAboveCounted('after')} and not ${isAboveCounted('before')}) as to_unlimited,
    (select count(*)::int from changing where not ${isAboveCounted('after')} and ${isAboveCounted('before')}) as from_unlimited
  from compared`

/** `outdated`: an administrator set them since the check, or they follow leads. Unlimited counts as 1000 units. */
export const sumChanges = statement('stock_files.sum_changes')`
  select count(*)::int as packages, (count(*) filter (where c.edits <> p.edits or p.lead_units is not null))::int as outdated,
    ${sumOfUnits(SHOWN)} as units_before, ${sumOfUnits('c.available')} as units_after
  from stock_file_changes c join packages p using (package_id) where c.upload_no = $uploadNo`

/** Marks the next changes of an upload as applied and returns them, in the order of their packages, which it locks. */
export const takeChanges = statement('stock_files.take_changes')`
  with part as materialized (
    select c.package_id, c.edits = p.edits and p.lead_units is null and ${SHOWN} <> c.available as is_set
    from stock_file_changes c join packages p using (package_id) where c.upload_no = $uploadNo and not c.is_applied
    order by package_id limit $limit for update
  ), taken as (
    update stock_file_changes c set is_applied = true, is_set = part.is_set from part
    where c.upload_no = $uploadNo and c.package_id = part.package_id returning c.package_id, c.available, c.edits
  )
  select package_id, available, edits from taken order by package_id`

/**
 * The same for undoing. The units that an import added are taken off, and those that it took are added again, whatever
 * was sold since. `edits`: after the import set the package; one that somebody has set since is left alone, and so is
 * one that follows leads by now.
 */
export const takeUndone = statement('stock_files.take_undone')`
  with part as materialized (
    select package_id from stock_file_changes where upload_no = $uploadNo and is_set and not is_undone
    order by package_id limit $limit for update
  ), taken as (
    update stock_file_changes c set is_undone = true from part
    where c.upload_no = $uploadNo and c.package_id = part.package_id returning c.package_id, c.before, c.available, c.edits
  )
  select package_id, case when p.lead_units is null then c.edits + 1 else -1 end as edits,
    case when ${isAboveCounted('c.before')} or ${isAboveCounted('c.available')} then c.before
      else greatest(0, least(${SHOWN} + c.before - c.available, 999)) end as available
  from taken c join packages p using (package_id) order by package_id for update of p`

/** Adds to what an import did. */
export const addOutcome = statement('stock_files.add_outcome')`
  update imports set touched_at = $now, outcome = coalesce(outcome, '{}')
    || jsonb_build_object($name::text, coalesce((outcome ->> $name)::int, 0) + $packages::int)
  where import_id = $importId`

export const sumApplied = statement('stock_files.sum_applied')`
  select count(*)::int as rows, (count(*) filter (where is_applied))::int as done, (count(*) filter (where is_undone))::int as undone
  from stock_file_changes where upload_no = $uploadNo?`

export const dropChanges = statement('stock_files.drop_changes')`
  delete from stock_file_changes where upload_no = $uploadNo`

/** Forgets what can no longer be undone, and what belongs to no check that counts. */
export const forgetChanges = statement('stock_files.forget_changes')`
  delete from stock_file_changes c where not exists (
    select from imports i where i.upload_no = c.upload_no
      and (coalesce(i.applied_at, i.touched_at) >= $before or i.state in ('applying', 'undoing')))`

export const readStock = statement('stock_files.read_stock')`
  select package_id, fips, p.lead_type, p.tier, p.size, ${EFFECTIVE_CENTS} as price_cents, ${SHOWN} as available
  from packages p ${joinPrices('p')} where fips = any($fips::text[])`
