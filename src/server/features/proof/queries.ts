/** SQL of the log. Code that adds to it holds its advisory lock, and checks under the row's lock that no one else did. */
import type { SheetLead } from '#contract/delivery/lead-sheet.ts'
import { ORDERED_LEAD } from '#server/features/delivery/make-files.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

/** Whether a slot that was sold at `soldAt` is taken at the time of another sale; as stock counts (`leftByOthers`). */
const isTaken = (soldAt: string): string =>
  `(${soldAt} > excluded.sold_ats[1] - interval '1 year' and excluded.sold_ats[1] > ${soldAt} - interval '1 year')`

/**
 * Gives each delivered lead of an order that has no slot yet the lowest slot of its property that was not sold within a
 * year. Stock sells a property only while fewer than its cap were, so the slot is within the cap. The generation is the
 * next if this one has sold the slot before, or if no slot is taken. Locks the properties in order.
 */
export const takeSlots = statement('proof.take_slots')`
  with fresh as materialized (
    select o.* from order_leads o
    where o.order_id = $orderId and o.delivered_at is not null and o.returned_at is null
      and not exists (select from log_leads p where p.order_id = o.order_id and p.lead_id = o.lead_id)
  ), taken as (
    insert into log_properties as p (property_key, generation, cap, slot, sold_ats, generations)
    select property_key, 0, cap, 1, array[sold_at], array[0]::smallint[] from fresh order by property_key
    on conflict (property_key) do update set (generation, cap, slot, sold_ats, generations) = (
      select next.generation, case when is_over then excluded.cap else least(p.cap, excluded.cap) end, next.slot,
        p.sold_ats[:next.slot - 1] || excluded.sold_ats || p.sold_ats[next.slot + 1:],
        p.generations[:next.slot - 1] || next.generation || p.generations[next.slot + 1:]
      from (
        select free.slot, free.is_over,
          (case when free.is_over or p.generations[free.slot] = p.generation then p.generation + 1 else p.generation end)::smallint as generation
        from (
          select coalesce(min(n) filter (where not ${isTaken('sold_at')}), cardinality(p.sold_ats) + 1)::smallint as slot,
            not bool_or(${isTaken('sold_at')}) as is_over
          from unnest(p.sold_ats) with ordinality as sold (sold_at, n)
        ) free
      ) next)
    returning property_key, generation, slot, cap
  )
  select o.lead_id::text as lead_id, v.line_number, ord.reference, ord.email, line.state, line.county, line.lead_type,
    t.generation, $year::int as year, t.slot, t.cap, ${ORDERED_LEAD}
  from fresh o join taken t using (property_key) join leads l on l.lead_id = o.lead_id
    join lead_details d on d.lead_id = o.lead_id
    join orders ord on ord.order_id = o.order_id
    join deliveries v on v.order_id = o.order_id and v.hold_id = o.hold_id
    join order_lines line on line.order_id = o.order_id and line.revision = ord.revision and line.line_number = v.line_number
  order by v.line_number, o.lead_id`.as<Pick<SheetLead, 'phones' | 'facts'>>()
export type NewSlotRow = RowOf<typeof takeSlots>

/** The arrays have one element per lead; `details` are JSON. */
export const writeLogLeads = statement('proof.write_leads')`
  insert into log_leads (order_id, lead_id, line_number, generation, year, slot, cap, commitment, details, recorded_at)
  select $orderId, lead_id, line_number, generation, year, slot, cap, commitment, details, $now
  from unnest($leadIds::bigint[], $lineNumbers::int[], $generations::smallint[], $years::smallint[], $slots::smallint[],
    $caps::smallint[], $commitments::bytea[], $details::jsonb[])
    as given (lead_id, line_number, generation, year, slot, cap, commitment, details)`

export const LOG =
  'log_no, origin, verifier_key, size::text as size, root, published_size::text as published_size, published, published_at, problem'

export const findLog = statement('proof.find_log')`select ${LOG} from logs where closed_at is null`
export type LogRow = RowOf<typeof findLog>

/** Logs by number, open or closed; newest first. */
export const listLogs = statement('proof.list_logs')`
  select ${LOG} from logs where log_no = any($logNos::int[]) order by log_no desc`

/** Opens a log with the statement `text` as its first entry, unless one is open. */
export const openLog = statement('proof.open_log')`
  with opened as (
    insert into logs (origin, verifier_key, root, opened_at) values ($origin, $verifierKey, $root, $now)
    on conflict do nothing returning *
  ), said as (
    insert into log_statements (kind, text) select $kind, $text from opened
  )
  select ${LOG} from opened`

export const lockLog = statement('proof.lock_log')`
  select log_no from logs where log_no = $logNo and size = $size and closed_at is null for update`

/** In order, except for the one that a log begins with. */
export const listWaitingStatements = statement('proof.list_waiting_statements')`
  select statement_no::text as statement_no, text from log_statements where log_index is null
  order by kind not like 'keys %', statement_no limit $limit`

/** The oldest leads that are not in the log yet. Their address is known: it is kept until their proof is written. */
export const listWaitingLeads = statement('proof.list_waiting_leads')`
  select order_id, lead_id::text as lead_id, generation, slot, cap, commitment, details->>'address' as address
  from log_leads where log_index is null order by entry_no limit $limit`
export type WaitingLeadRow = RowOf<typeof listWaitingLeads>

export const placeStatements = statement('proof.place_statements')`
  update log_statements s set log_no = $logNo, log_index = placed.log_index
  from unnest($statementNos::bigint[], $logIndexes::bigint[]) as placed (statement_no, log_index)
  where s.statement_no = placed.statement_no and s.log_index is null`

/** Returns how many were placed: all, unless someone else placed them. */
export const placeLeads = statement('proof.place_leads')`
  with placed as (
    update log_leads l set log_no = $logNo, year = $year, log_index = given.log_index, label_proof = given.label_proof
    from unnest($orderIds::text[], $leadIds::bigint[], $logIndexes::bigint[], $labelProofs::bytea[])
      as given (order_id, lead_id, log_index, label_proof)
    where l.order_id = given.order_id and l.lead_id = given.lead_id and l.log_index is null returning 1
  ) select count(*)::int as placed from placed`

export const writeBundles = statement('proof.write_bundles')`
  insert into log_bundles (log_no, bundle_no, entries)
  select $logNo, bundle_no, entries from unnest($bundleNos::int[], $entries::bytea[]) as given (bundle_no, entries)
  on conflict (log_no, bundle_no) do update set entries = excluded.entries`

export const writeTiles = statement('proof.write_tiles')`
  insert into log_tiles (log_no, level, tile_no, hashes)
  select $logNo, level, tile_no, hashes
  from unnest($levels::smallint[], $tileNos::int[], $hashes::bytea[]) as given (level, tile_no, hashes)
  on conflict (log_no, level, tile_no) do update set hashes = excluded.hashes`

export const growLog = statement('proof.grow_log')`update logs set size = $size, root = $root where log_no = $logNo`

export const readBundles = statement('proof.read_bundles')`
  select bundle_no, entries from log_bundles where log_no = $logNo and bundle_no = any($bundleNos::int[])`

export const readTiles = statement('proof.read_tiles')`
  select t.level, t.tile_no, t.hashes
  from unnest($levels::smallint[], $tileNos::int[]) as wanted (level, tile_no)
    join log_tiles t on t.log_no = $logNo and t.level = wanted.level and t.tile_no = wanted.tile_no`

export const publishCheckpoint = statement('proof.publish')`
  update logs set published_size = $size, published = $checkpoint, published_at = $now, problem = null
  where log_no = $logNo and published_size <= $size and closed_at is null`

export const noteProblem = statement('proof.note_problem')`
  update logs set problem = $problem where log_no = $logNo and problem is distinct from $problem`

export const listWitnessSizes = statement('proof.list_witness_sizes')`
  select name, size::text as size from log_witnesses where log_no = $logNo`

export const noteWitnessSize = statement('proof.note_witness_size')`
  insert into log_witnesses (log_no, name, size) values ($logNo, $name, $size)
  on conflict (log_no, name) do update set size = excluded.size`
