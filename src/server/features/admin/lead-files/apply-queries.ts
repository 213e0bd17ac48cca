/**
 * Changes leads, part by part. The caller has locked their pools (`stock/pools.ts`). Tiers come as windows of
 * time: a lead is younger than the older bound and not younger than the newer one (null: none).
 */

import { INHERITED_CAP, leftByOthers } from '#server/features/stock/left-by-others.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { IS_SAME_LEAD, keepMarks, LEAD_TYPE_OF_ROW } from './check-lead-file.ts'
import { verdictNo } from './rules.ts'

/** Whether another import has changed leads since this one's check started. The other may have started earlier. */
export const findLaterImports = statement('lead_files.find_later_imports')`
  select exists (select from imports where kind = 'leads' and import_id <> $importId and applied_at is not null and touched_at >= $touchedAt?) as is_stale`

export const listOpenParts = statement('lead_files.list_open_parts')`
  select * from lead_import_parts where upload_no = $uploadNo? and not is_applied order by part_no`
export type PartRow = RowOf<typeof listOpenParts>

/** A crash of the database empties their table. */
export const haveRows = statement('lead_files.have_rows')`
  select exists (select from lead_import_rows where upload_no = $uploadNo) as have_rows`

/** No row: someone has already applied it. */
export const markPartApplied = statement('lead_files.mark_part_applied')`
  update lead_import_parts set is_applied = true, new_leads = $newLeads, merged = $merged, displaced = $displaced, skipped = $skipped, lead_from = $leadFrom?, lead_to = $leadTo?,
    backed_places = $backedPlaces
  where upload_no = $uploadNo and part_no = $partNo and not is_applied returning part_no`

/** Makes PostgreSQL find rows by index: then leads enter their own indexes in order, and a part fits into memory. */
export const useIndexes = statement('lead_files.use_indexes')`
  select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('work_mem', '16MB', true)`

const IN_PART =
  'r.upload_no = $uploadNo and (r.place_no, r.property_key) >= ($fromPlaceNo, $fromPropertyKey::uuid) and (r.place_no, r.property_key) <= ($toPlaceNo, $toPropertyKey::uuid)'
const TO_APPLY = `r.verdict in (${verdictNo('new')}, ${verdictNo('merged')}, ${verdictNo('replaces')})`

/** A new row whose property is known: only its other leads can have left anything. */
const IS_REPLACING = `r.verdict = ${verdictNo('replaces')}`

const WINDOWS = `windows as materialized (
     select * from unnest($tiers::text[], $olders::timestamptz[], $newers::timestamptz[], $caps::smallint[], $lastsHours::int[])
       as w (tier, older, newer, cap, lasts_hours)
   )`
const IN_WINDOW = 'r.acquired_at > w.older and (w.newer is null or r.acquired_at <= w.newer)'

const FIPS_OF_ROW = `lpad((r.place_no >> 2)::text, 5, '0')`
const POOL_OF_ROW = `${FIPS_OF_ROW} || '-' || ${LEAD_TYPE_OF_ROW} || '-' || w.tier`
const NOT_SUPPRESSED = 'not exists (select from suppressions s where s.property_key = r.property_key)'

const DETAIL_COLUMNS =
  'address, city, zip, owner_names, owner_first_name, owner_last_name, owner_company, mailing_address, mailing_street, mailing_city, mailing_state, mailing_zip, phones, emails, facts, source, is_do_not_call, consent'
const DETAILS_OF_ROW = DETAIL_COLUMNS.split(', ')
  .map((column) => `r.${column}`)
  .join(', ')

/** Sets columns to what a row says, unless `keeps` is true. */
const unless = (keeps: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = case when ${keeps} then d.${column} else excluded.${column} end`).join(', ')

const columnsOf = (names: readonly string[], of: string): string => names.map((name) => `${of}.${name}`).join(', ')
const OWNER_PARTS = ['owner_first_name', 'owner_last_name', 'owner_company']
const MAILING_PARTS = ['mailing_street', 'mailing_city', 'mailing_state', 'mailing_zip']
/** A row that has only the whole name keeps the parts: the owner is the same. */
const KEEPS_OWNER_PARTS = `coalesce(${columnsOf(OWNER_PARTS, 'excluded')}) is null`
/** So does a row that has only the whole mailing address, or none. */
const KEEPS_MAILING_PARTS = `coalesce(excluded.mailing_address, d.mailing_address) = d.mailing_address
       and coalesce(${columnsOf(MAILING_PARTS, 'excluded')}) is null`

const KNOWN_COLUMNS = `r.place_no, r.row_no, r.property_key, r.verdict, r.acquired_at as row_acquired_at, l.lead_id, ${IS_SAME_LEAD} as is_same,
     l.fips, l.pool_id, l.acquired_at, l.is_withheld`

/** Leads on the properties of those rows of a part that the check found to have any, or of all (`includesNew`). */
export const listKnown = statement('lead_files.list_known')`
  select ${KNOWN_COLUMNS}
  from lead_import_rows r join leads l on l.property_key = r.property_key
  where ${IN_PART} and ${TO_APPLY} and (r.verdict <> ${verdictNo('new')} or $includesNew::boolean) and ${NOT_SUPPRESSED}
  order by r.place_no, r.row_no, l.lead_id`
export type KnownRow = RowOf<typeof listKnown>

/** Rows of a part whose lead was undone with its import after the check: they add it again. */
export const findLeadsGone = statement('lead_files.find_leads_gone')`
  select r.place_no, r.row_no, r.property_key from lead_import_rows r
  where ${IN_PART} and r.verdict = ${verdictNo('merged')} and not exists (
    select from leads l
    where l.property_key = r.property_key and l.owner_key = r.owner_key and l.lead_type = ${LEAD_TYPE_OF_ROW})`

export const setVerdicts = statement('lead_files.set_verdicts')`
  update lead_import_rows r set verdict = a.verdict
  from unnest($placeNos::int[], $propertyKeys::uuid[], $rowNos::int[], $verdicts::smallint[]) as a (place_no, property_key, row_no, verdict)
  where r.upload_no = $uploadNo and r.place_no = a.place_no and r.property_key = a.property_key and r.row_no = a.row_no`

/** A lead whose property is known starts with what its other leads left. */
export const insertLeads = statement('lead_files.insert_leads')`
  with ${WINDOWS}, rows as materialized (
    select nextval('leads_lead_id_seq') as lead_id, ${FIPS_OF_ROW} as fips, ${LEAD_TYPE_OF_ROW} as lead_type,
      ${POOL_OF_ROW} as pool_id, w.cap, r.acquired_at + make_interval(hours => w.lasts_hours) as ages_at,
      r.property_key, r.owner_key, r.acquired_at, b.taken, coalesce(b.cap, 32767) as sold_cap, ${DETAILS_OF_ROW}
    from lead_import_rows r join windows w on ${IN_WINDOW}
      cross join lateral ${leftByOthers('r.property_key', null, '$soldAt::timestamptz', IS_REPLACING)} b
    where ${IN_PART} and r.verdict in (${verdictNo('new')}, ${verdictNo('replaces')}) and ${NOT_SUPPRESSED}
  ), made as (
    insert into leads (lead_id, fips, lead_type, pool_id, property_key, owner_key, acquired_at, ages_at, tier_cap, sold_cap, taken_beside, import_no)
    overriding system value
    select lead_id, fips, lead_type, pool_id, property_key, owner_key, acquired_at, ages_at, cap, sold_cap, taken, $importNo from rows
    returning pool_id, places, lead_id
  ), told as (
    insert into lead_details (lead_id, ${DETAIL_COLUMNS}) select lead_id, ${DETAIL_COLUMNS} from rows
  )
  select pool_id, places, count(*)::int as leads, min(lead_id) as lead_from, max(lead_id) as lead_to from made group by pool_id, places`.as<{
  pool_id: string
}>()

export interface MovedLeadRow {
  old_pool: string | null
  old_places: number
  pool_id: string | null
  places: number
  leads: number
}

const MOVED = `select old_pool, old_places, pool_id, places, count(*)::int as leads from counted group by 1, 2, 3, 4`

export const keepLeads = statement('lead_files.keep_leads')`
  insert into lead_import_changes (import_no, part_no, lead_id, fips, acquired_at, was_listed, details)
  select $importNo, $partNo, l.lead_id, l.fips, l.acquired_at, l.pool_id is not null,
    case when $withDetails::boolean then to_jsonb(d.*) end
  from leads l left join lead_details d using (lead_id) where l.lead_id = any($leadIds::bigint[]) on conflict do nothing`

/** A held lead stays with its hold, is offered to no one, and leaves when it is free. */
export const displaceLeads = statement('lead_files.displace_leads')`
  with was as materialized (
    select lead_id, pool_id, places, held from leads where lead_id = any($leadIds::bigint[]) order by lead_id for update
  ), counted as (
    update leads l set pool_id = case when was.held > 0 then l.pool_id end, is_withheld = was.held > 0,
      ages_at = case when was.held > 0 then $now::timestamptz end
    from was where l.lead_id = was.lead_id
    returning was.pool_id as old_pool, was.places as old_places, l.pool_id, l.places
  )
  ${MOVED}`

/**
 * A held lead stays in its pool until it is free, under the cap of its hold, and is offered to no one else if its new
 * pool is another one. It gets what the other leads of its property left.
 */
export const renewLeads = statement('lead_files.renew_leads')`
  with ${WINDOWS}, renewed as materialized (
    select a.lead_id, ${FIPS_OF_ROW} as fips, ${POOL_OF_ROW} as new_pool, w.cap, r.acquired_at,
      r.acquired_at + make_interval(hours => w.lasts_hours) as new_ages_at
    from unnest($leadIds::bigint[], $placeNos::int[], $rowNos::int[], $propertyKeys::uuid[]) as a (lead_id, place_no, row_no, property_key)
    join lead_import_rows r on r.upload_no = $uploadNo and r.place_no = a.place_no and r.property_key = a.property_key and r.row_no = a.row_no
    join windows w on ${IN_WINDOW}
    where ${NOT_SUPPRESSED}
  ), was as materialized (
    select l.lead_id, l.pool_id, l.places, n.fips, n.new_pool, n.cap, n.acquired_at, n.new_ages_at,
      l.held > 0 and (l.pool_id is distinct from n.new_pool or l.tier_cap <> n.cap) as stays, b.taken, b.cap as others_cap
    from leads l join renewed n using (lead_id)
      cross join lateral ${leftByOthers('l.property_key', 'l.lead_id', '$soldAt::timestamptz', 'true')} b
    order by l.lead_id for update of l
  ), counted as (
    update leads l set fips = was.fips, acquired_at = was.acquired_at, is_withheld = was.stays,
      pool_id = case when was.stays then l.pool_id else was.new_pool end,
      tier_cap = case when was.stays then l.tier_cap else was.cap end,
      sold_cap = ${INHERITED_CAP}, taken_beside = was.taken,
      ages_at = case when was.stays then $soldAt::timestamptz else was.new_ages_at end
    from was where l.lead_id = was.lead_id
    returning was.pool_id as old_pool, was.places as old_places, l.pool_id, l.places
  )
  ${MOVED}`

/** Fields that the newer row leaves out stay, and so does a do-not-call mark, of the lead and of each phone. */
export const renewDetails = statement('lead_files.renew_details')`
  insert into lead_details as d (lead_id, ${DETAIL_COLUMNS})
  select a.lead_id, ${DETAILS_OF_ROW}
  from unnest($leadIds::bigint[], $placeNos::int[], $rowNos::int[], $propertyKeys::uuid[]) as a (lead_id, place_no, row_no, property_key)
  join lead_import_rows r on r.upload_no = $uploadNo and r.place_no = a.place_no and r.property_key = a.property_key and r.row_no = a.row_no
  where ${NOT_SUPPRESSED}
  on conflict (lead_id) do update set
    address = excluded.address, city = excluded.city, zip = excluded.zip, owner_names = excluded.owner_names,
    ${unless(KEEPS_OWNER_PARTS, OWNER_PARTS)},
    mailing_address = coalesce(excluded.mailing_address, d.mailing_address),
    ${unless(KEEPS_MAILING_PARTS, MAILING_PARTS)},
    phones = case when excluded.phones = '[]' then d.phones else ${keepMarks('excluded.phones', 'd.phones')} end,
    emails = case when excluded.emails = '{}' then d.emails else excluded.emails end,
    facts = d.facts || excluded.facts, source = excluded.source,
    is_do_not_call = d.is_do_not_call or excluded.is_do_not_call, consent = coalesce(excluded.consent, d.consent)`
