import { LEAD_TYPES } from '#contract/catalogue/catalogue.ts'
import { UNIT_WORDS } from '#server/features/imports/read-place.ts'
import { isInStock } from '#server/features/stock/stock-changes.ts'
import { statement } from '#server/platform/database/statement.ts'
import { verdictNo } from './rules.ts'

/** With so many owners of one house, it is more likely a building whose units are missing. */
const OWNERS_MANY = 3

/*
 * A property is on sale once, whatever its list (`place_no & 3`) and owner, so each statement looks at rows by
 * property.
 */

export const LEAD_TYPE_OF_ROW = `(array[${LEAD_TYPES.map((type) => `'${type}'`).join(', ')}])[(r.place_no & 3) + 1]`

/** The same owner on the same list. */
export const IS_SAME_LEAD = `(l.owner_key = r.owner_key and l.lead_type = ${LEAD_TYPE_OF_ROW})`

/** Phones with a do-not-call mark if their number is in a list. */
const markPhones = (phones: string, numbers: string): string =>
  `(select coalesce(jsonb_agg(
       case when phone->>'number' = any(${numbers}) then phone || '{"isDoNotCall": true}' else phone end order by place), '[]')
     from jsonb_array_elements(${phones}) with ordinality as p (phone, place))`

/** Newer phones with the do-not-call marks that older ones had; most have none. */
export const keepMarks = (newer: string, older: string): string =>
  `case when ${older} @> '[{"isDoNotCall": true}]' then ${markPhones(
    newer,
    `array(select o->>'number' from jsonb_array_elements(${older}) as o where (o->>'isDoNotCall')::boolean)`,
  )} else ${newer} end`

/** Lets PostgreSQL sort in memory: a file of a million rows would otherwise write them all to disk twice. */
export const allowMemory = statement('lead_files.allow_memory')`select set_config('work_mem', '64MB', true)`

/** Marks all but the newest row of each property, of one day the last. `twices`: what may occur more than once. */
export const markRepeated = statement('lead_files.mark_repeated')`
  with twice as materialized (select unnest($twices::uuid[]) as property_key
  ), ranked as (
    select place_no, property_key, row_no, row_number() over newest as rank,
      (owner_key, place_no & 3) = (first_value(owner_key) over newest, first_value(place_no & 3) over newest) as is_same
    from lead_import_rows r join twice using (property_key) where upload_no = $uploadNo
    window newest as (partition by property_key order by acquired_at desc, row_no desc)
  )
  update lead_import_rows r
  set verdict = case when is_same then ${verdictNo('repeated')} else ${verdictNo('outdated')} end
  from ranked where r.upload_no = $uploadNo and r.place_no = ranked.place_no and r.property_key = ranked.property_key
    and r.row_no = ranked.row_no and rank > 1`

/** Keeps the do-not-call mark of a row that no longer counts, if the one that counts has the same owner. */
export const keepMarksOfRepeated = statement('lead_files.keep_marks_of_repeated')`
  with twice as materialized (select unnest($twices::uuid[]) as property_key
  ), said as materialized (
    select property_key, owner_key, bool_or(is_do_not_call) as is_do_not_call,
      coalesce(array_agg(phone->>'number') filter (where (phone->>'isDoNotCall')::boolean), '{}') as numbers
    from lead_import_rows join twice using (property_key) left join lateral jsonb_array_elements(phones) as phone on true
    where upload_no = $uploadNo and verdict in (${verdictNo('repeated')}, ${verdictNo('outdated')}) group by 1, 2
  )
  update lead_import_rows r
  set is_do_not_call = r.is_do_not_call or said.is_do_not_call, phones = ${markPhones('r.phones', 'said.numbers')}
  from said where r.upload_no = $uploadNo and r.property_key = said.property_key and r.owner_key = said.owner_key
    and r.verdict = ${verdictNo('new')}
    and (said.is_do_not_call or said.numbers <> '{}')`

export const markSuppressed = statement('lead_files.mark_suppressed')`
  update lead_import_rows r set verdict = ${verdictNo('suppressed')}
  from suppressions s where r.upload_no = $uploadNo and s.property_key = r.property_key`

export const markKnown = statement('lead_files.mark_known')`
  with known as materialized (
    select r.place_no, r.property_key, r.row_no, r.acquired_at,
      max(l.acquired_at) filter (where ${IS_SAME_LEAD}) as same_at,
      max(l.acquired_at) filter (where not ${IS_SAME_LEAD} and l.pool_id is not null) as other_at
    from lead_import_rows r join leads l on l.property_key = r.property_key
    where r.upload_no = $uploadNo and r.verdict = ${verdictNo('new')} group by 1, 2, 3, 4
  )
  update lead_import_rows r set verdict = case
    when other_at >= known.acquired_at then ${verdictNo('outdated')}
    when same_at > known.acquired_at then ${verdictNo('unchanged')}
    when same_at is not null then ${verdictNo('merged')}
    else ${verdictNo('replaces')} end
  from known where r.upload_no = $uploadNo and r.place_no = known.place_no and r.property_key = known.property_key
    and r.row_no = known.row_no`

export const countVerdicts = statement('lead_files.count_verdicts')`
  select verdict, count(*)::int as rows from lead_import_rows where upload_no = $uploadNo group by verdict`

/** Counts the known leads of other owners or lists that would go off sale. */
export const countDisplaced = statement('lead_files.count_displaced')`
  select count(*)::int as leads from lead_import_rows r
  join leads l on l.property_key = r.property_key
  where r.upload_no = $uploadNo and r.verdict in (${verdictNo('merged')}, ${verdictNo('replaces')})
    and not ${IS_SAME_LEAD} and l.pool_id is not null and not l.is_withheld`

/** The rows to apply by county and lead type, with how many of them are younger than each of the `borders`. */
export const countPlaces = statement('lead_files.count_places')`
  select place_no, count(*)::int as rows, (count(*) filter (where verdict <> ${verdictNo('new')}))::int as known_rows,
    array[(count(*) filter (where acquired_at > ($borders::timestamptz[])[1]))::int,
          (count(*) filter (where acquired_at > ($borders::timestamptz[])[2]))::int,
          (count(*) filter (where acquired_at > ($borders::timestamptz[])[3]))::int] as younger
  from lead_import_rows r
  where upload_no = $uploadNo and verdict in (${verdictNo('new')}, ${verdictNo('merged')}, ${verdictNo('replaces')})
  group by place_no order by place_no`

export const splitPlace = statement('lead_files.split_place')`
  select count(*)::int as rows, (count(*) filter (where verdict <> ${verdictNo('new')}))::int as known_rows,
    (array_agg(property_key order by property_key))[1] as first_key,
    (array_agg(property_key order by property_key desc))[1] as last_key
  from (
    select property_key, verdict, (row_number() over (order by property_key) - 1) / $rowsAtOnce::int as run from lead_import_rows
    where upload_no = $uploadNo and place_no = $placeNo and verdict in (${verdictNo('new')}, ${verdictNo('merged')}, ${verdictNo('replaces')})
  ) numbered group by run order by run`

export const refuseMarked = statement('lead_files.refuse_marked')`
  insert into import_refusals (upload_no, row_no, reason, line)
  select upload_no, row_no, case verdict when ${verdictNo('outdated')} then 'outdated' else 'suppressed' end,
    chr(10) || concat_ws(', ', address, city, zip, array_to_string(owner_names, '; '))
  from lead_import_rows where upload_no = $uploadNo and verdict in (${verdictNo('outdated')}, ${verdictNo('suppressed')})
  order by row_no limit $limit on conflict (upload_no, row_no) do update set reason = excluded.reason, line = excluded.line`

/** How a unit is written in an address, for PostgreSQL. */
const UNIT = `(#|[[:<:]](${UNIT_WORDS})[[:>:]])`

/** Counts addresses without a unit that several owners have, with rows of the first. `twices` as above. */
export const countCrowded = statement('lead_files.count_crowded')`
  with twice as materialized (select unnest($twices::uuid[]) as property_key
  ), crowded as (
    select (array_agg(row_no order by row_no))[1:${OWNERS_MANY}] as rows from lead_import_rows join twice using (property_key)
    where upload_no = $uploadNo and address !~* '${UNIT}'
    group by property_key having count(distinct owner_key) >= ${OWNERS_MANY}
  )
  select count(*)::int as addresses, min(rows) as rows from crowded`.as<{ rows: number[] | null }>()

export const findPools = statement('lead_files.find_pools')`
  select pool_id from lead_pools where pool_id = any($poolIds::text[])`

/** The packages that can be bought now (`vip-20`), of pairs of counties and lead types. */
export const listInStock = statement('lead_files.list_in_stock')`
  select p.fips, p.lead_type, array_agg(p.tier || '-' || p.size) as packages
  from unnest($fips::text[], $leadTypes::text[]) as place (fips, lead_type) join packages p using (fips, lead_type)
  where ${isInStock('p')} group by p.fips, p.lead_type`

export const insertParts = statement('lead_files.insert_parts')`
  insert into lead_import_parts (upload_no, part_no, place_from, key_from, place_to, key_to, rows, known_rows, places)
  select $uploadNo, part_no, place_from, key_from, place_to, key_to, rows, known_rows,
    array(select jsonb_array_elements_text(places)::int)
  from unnest($placeFroms::int[], $keyFroms::uuid[], $placeTos::int[], $keyTos::uuid[], $rows::int[], $knownRows::int[], $places::jsonb[]) with ordinality
    as p (place_from, key_from, place_to, key_to, rows, known_rows, places, part_no)`
