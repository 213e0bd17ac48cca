/** The SQL that undoes an import, part by part, under the locks of its pools. */
import { INHERITED_CAP, leftByOthers } from '#server/features/stock/left-by-others.ts'
import { statement } from '#server/platform/statement.ts'
import type { MovedLeadRow, PartRow } from './apply-queries.ts'

/** Its leads, created between $1 and $2 by the import $3; nothing if a part created none. */
const MADE = 'l.lead_id between $fromLeadId::bigint and $toLeadId::bigint and l.import_no = $importNo'
const IS_UNTOUCHED = 'l.held = 0 and l.sold = 0 and not exists (select from order_leads o where o.lead_id = l.lead_id)'

/** Whether the lead `l` was sold, and still belongs to a buyer, since an import started to change leads. */
const isSoldSince = (at: string) =>
  `(l.sold > 0 and exists (select from order_leads o where o.lead_id = l.lead_id and o.returned_at is null and o.sold_at >= ${at}))`

/** Finds why an import cannot be undone: `importNo` import number, `soldAt` when it started to change leads. */
export const findUses = statement<
  { uploadNo: number | null; importNo: number; soldAt: Date },
  { is_used: boolean; is_built_upon: boolean }
>(
  'lead_files.find_uses',
  `with made as (
     select l.* from lead_import_parts p join leads l on l.lead_id between p.lead_from and p.lead_to and l.import_no = $importNo
     where p.upload_no = $uploadNo
   ), changed as (
     select l.* from lead_import_changes c join leads l using (lead_id) where c.import_no = $importNo
   )
   select exists (select from made l where not (${IS_UNTOUCHED})) 
       or exists (select from changed l where l.held > 0 or ${isSoldSince('$soldAt')}) as is_used,
     exists (select from made join lead_import_changes c using (lead_id) where c.import_no <> $importNo)
       or exists (select from changed join lead_import_changes c using (lead_id) where c.import_no > $importNo) as is_built_upon`,
)

/** Starts undoing an import: `problem` why, unless a person asked for it. */
export const beginUndoing = statement<
  { importId: string; now: Date; undoneBy: string | null; problem: string | null },
  { import_id: string }
>(
  'lead_files.begin_undoing',
  `update lead_imports set state = 'undoing', touched_at = $now, undone_at = $now, undone_by = $undoneBy, problem = $problem
   where import_id = $importId and state in ('applying', 'applied') returning import_id`,
)

/** Lists the parts of an upload that are applied and not undone yet, last first. */
export const listPartsToUndo = statement<{ uploadNo: number | null }, PartRow>(
  'lead_files.list_parts_to_undo',
  'select * from lead_import_parts where upload_no = $uploadNo and is_applied and not is_undone order by part_no desc',
)

/** Lists the pools of the leads that a part created or changed: `toLeadId` their range, `importNo` import number. */
export const listPoolsToUndo = statement<
  { fromLeadId: string | number; toLeadId: string | number; importNo: number; partNo: number },
  { pool_id: string }
>(
  'lead_files.list_pools_to_undo',
  `select pool_id from leads l where ${MADE} and pool_id is not null
   union
   select pool_id from lead_import_changes c join leads using (lead_id) where c.import_no = $importNo and part_no = $partNo and pool_id is not null`,
)

/** Deletes the leads that a part created, with what is known of them. Those that someone bought or holds stay. */
export const deleteMade = statement<
  { fromLeadId: string | number; toLeadId: string | number; importNo: number },
  { pool_id: string | null; places: number; leads: number }
>(
  'lead_files.delete_made',
  `with gone as (
     delete from leads l where ${MADE} and ${IS_UNTOUCHED}
       and not exists (select from lead_import_changes c where c.lead_id = l.lead_id)
     returning lead_id, pool_id, places
   ), forgotten as (
     delete from lead_details d using gone where d.lead_id = gone.lead_id
   )
   select pool_id, places, count(*)::int as leads from gone group by pool_id, places`,
)

/** Counts leads that a part created and that stayed: `fromLeadId` and `toLeadId` their range, `importNo` import number. */
export const countKept = statement<
  { fromLeadId: string | number; toLeadId: string | number; importNo: number },
  { leads: number }
>('lead_files.count_kept', `select count(*)::int as leads from leads l where ${MADE}`)

export interface ChangeRow {
  lead_id: string
  fips: string
  lead_type: string
  acquired_at: Date
  was_listed: boolean
  details: Record<string, unknown> | null
  is_free: boolean
}

/** Lists what a part changed: `importNo` import number, `soldAt` when its import started to change leads. */
export const listChanges = statement<{ importNo: number; partNo: number; soldAt: Date | null }, ChangeRow>(
  'lead_files.list_changes',
  `select lead_id, c.fips, l.lead_type, c.acquired_at, c.was_listed, c.details, l.held = 0 and not ${isSoldSince('$soldAt')} as is_free
   from lead_import_changes c join leads l using (lead_id) where c.import_no = $importNo and c.part_no = $partNo order by lead_id`,
)

/**
 * Restores leads: `leadIds` ids, `fips` county codes, `acquiredAts` acquired at, `newPools` pools (null: not on sale),
 * `caps` caps, `untils` until. A lead stays off sale if its property has another lead on sale now, or if its owner
 * opted out. Of two of one property (a former owner's was in a cart when both were taken out), the newest is on sale,
 * with what the others left of the property.
 */
export const restoreLeads = statement<
  {
    leadIds: readonly (string | number)[]
    fips: readonly string[]
    acquiredAts: readonly Date[]
    newPools: readonly (string | null)[]
    caps: readonly (number | null)[]
    untils: readonly (Date | null)[]
    now: Date
  },
  MovedLeadRow
>(
  'lead_files.restore_leads',
  `with asked as (
     select * from unnest($leadIds::bigint[], $fips::text[], $acquiredAts::timestamptz[], $newPools::text[], $caps::smallint[], $untils::timestamptz[])
       as a (lead_id, fips, acquired_at, new_pool, cap, until)
   ), ranked as materialized (
     select a.*, row_number() over (
       partition by l.property_key order by a.new_pool is null, a.acquired_at desc, a.lead_id desc) as place
     from asked a join leads l using (lead_id)
   ), was as materialized (
     select l.lead_id, l.pool_id, l.places, a.fips, a.acquired_at, a.cap, a.until, b.taken, b.cap as others_cap,
       case when a.place = 1 and not exists (select from suppressions s where s.property_key = l.property_key)
         and not exists (
           select from leads o where o.property_key = l.property_key and o.lead_id <> l.lead_id
             and o.pool_id is not null and not o.is_withheld) then a.new_pool end as new_pool
     from leads l join ranked a using (lead_id)
       cross join lateral ${leftByOthers('l.property_key', 'l.lead_id', '$now::timestamptz', 'true')} b
     order by l.lead_id for update of l
   ), counted as (
     update leads l set fips = was.fips, acquired_at = was.acquired_at, pool_id = was.new_pool, is_withheld = false,
       tier_cap = coalesce(was.cap, l.tier_cap), sold_cap = ${INHERITED_CAP}, taken_beside = was.taken,
       ages_at = case when was.new_pool is not null then was.until end
     from was where l.lead_id = was.lead_id
     returning was.pool_id as old_pool, was.places as old_places, l.pool_id, l.places
   )
   select old_pool, old_places, pool_id, places, count(*)::int as leads from counted group by 1, 2, 3, 4`,
)

/**
 * Restores what is known of the leads `leadIds`; nothing is written for leads that are no longer known. `importNo`
 * import number.
 */
export const restoreDetails = statement<{ leadIds: readonly (string | number)[]; importNo: number }>(
  'lead_files.restore_details',
  `update lead_details d set address = was.address, city = was.city, zip = was.zip, owner_names = was.owner_names,
     owner_first_name = was.owner_first_name, owner_last_name = was.owner_last_name, owner_company = was.owner_company,
     mailing_address = was.mailing_address, mailing_street = was.mailing_street, mailing_city = was.mailing_city,
     mailing_state = was.mailing_state, mailing_zip = was.mailing_zip, phones = was.phones, emails = was.emails, facts = was.facts, source = was.source,
     is_do_not_call = was.is_do_not_call, consent = was.consent
   from lead_import_changes c, jsonb_populate_record(null::lead_details, c.details) was
   where d.lead_id = c.lead_id and c.lead_id = any($leadIds::bigint[]) and c.import_no = $importNo and c.details is not null`,
)

/** Forgets what was undone: `importNo` import number, `leadIds` those of its leads that are restored. */
export const dropChanges = statement<{ importNo: number; partNo: number; leadIds: readonly (string | number)[] }>(
  'lead_files.drop_changes',
  'delete from lead_import_changes where import_no = $importNo and part_no = $partNo and lead_id = any($leadIds::bigint[])',
)

/** Marks a part as undone; `kept` kept leads. No row: someone has already undone it. */
export const markPartUndone = statement<{ uploadNo: number; partNo: number; kept: number }, { part_no: number }>(
  'lead_files.mark_part_undone',
  `update lead_import_parts set is_undone = true, kept = $kept
   where upload_no = $uploadNo and part_no = $partNo and not is_undone returning part_no`,
)

/** Lists the counties and lead types that an upload (`uploadNo`) started to back. */
export const listBackedPlaces = statement<{ uploadNo: number | null }, { place_no: number }>(
  'lead_files.list_backed_places',
  'select distinct unnest(backed_places) as place_no from lead_import_parts where upload_no = $uploadNo order by 1',
)

/** Returns those of the pools `poolIds` that have no lead. */
export const findEmptyPools = statement<{ poolIds: readonly string[] }, { pool_id: string }>(
  'lead_files.find_empty_pools',
  `select pool_id from unnest($poolIds::text[]) as p (pool_id)
   where not exists (select from leads l where l.pool_id = p.pool_id) and exists (select from lead_pools where lead_pools.pool_id = p.pool_id)`,
)

/** Deletes pools (`poolIds`) that no package follows anymore, so that a later import creates them again. */
export const deletePools = statement<{ poolIds: readonly string[] }>(
  'lead_files.delete_pools',
  'delete from lead_pools where pool_id = any($poolIds::text[]) and not is_backed',
)

/** Marks an import as undone. */
export const endUndoing = statement<{ importId: string; now: Date }>(
  'lead_files.end_undoing',
  `update lead_imports set touched_at = $now, state = case when problem is null then 'undone' else 'interrupted' end
   where import_id = $importId and state = 'undoing'`,
)
