/** The SQL by which leads that are for sale come under other caps than they did so far. */
import { type NoParameters, statement } from '#server/platform/statement.ts'
import type { MovedRow } from './lead-queries.ts'

/** The first and the last lead there is; null where there is none. */
export const findLeadSpan = statement<NoParameters, { first: number | null; last: number | null }>(
  'leads.find_span',
  'select min(lead_id)::float8 as first, max(lead_id)::float8 as last from leads',
)

/**
 * Up to `limit` leads after `leadId` and up to `upTo` that are for sale under another cap than those of their tiers. Left out
 * are those that wait until they are free, because they get theirs with their next pool, and those that are to be left alone.
 */
export const findOtherCaps = statement<
  { leadId: number; upTo: number; tiers: readonly string[]; caps: readonly number[]; limit: number },
  { lead_id: number; pool_id: string; cap: number }
>(
  'leads.find_other_caps',
  `select l.lead_id::float8 as lead_id, l.pool_id, c.cap
   from leads l join unnest($tiers::text[], $caps::smallint[]) as c (tier, cap) on c.tier = split_part(l.pool_id, '-', 3)
   where l.lead_id > $leadId and l.lead_id <= $upTo and l.pool_id is not null and not l.is_withheld and l.ages_at is not null
     and l.tier_cap <> c.cap
   order by l.lead_id limit $limit`,
)

/**
 * Puts the leads `leadIds` of the pools `poolIds` under the caps `caps`, at `now`. One that is held keeps the cap it is held
 * under and is offered to nobody: with its time in the pool over, the next ageing after it is free brings it back, under the
 * cap of that moment.
 */
export const putUnderCaps = statement<
  { leadIds: readonly number[]; poolIds: readonly string[]; caps: readonly number[]; now: Date },
  MovedRow
>(
  'leads.put_under_caps',
  `with asked as (
     select * from unnest($leadIds::bigint[], $poolIds::text[], $caps::smallint[]) as a (lead_id, pool_id, cap)
   ), was as materialized (
     select l.lead_id, l.places, l.held, a.cap from leads l join asked a on a.lead_id = l.lead_id and a.pool_id = l.pool_id
     where not l.is_withheld and l.ages_at is not null and l.tier_cap <> a.cap order by l.lead_id for update of l
   ), counted as (
     update leads l set is_withheld = was.held > 0,
       tier_cap = case when was.held > 0 then l.tier_cap else was.cap end,
       ages_at = case when was.held > 0 then least(l.ages_at, $now) else l.ages_at end
     from was where l.lead_id = was.lead_id
     returning l.pool_id, was.places as before, l.places as after
   )
   select pool_id, before, after, count(*)::int as leads from counted group by pool_id, before, after`,
)
