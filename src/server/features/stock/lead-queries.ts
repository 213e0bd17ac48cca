/**
 * All SQL of leads as stock. Before a statement that changes leads, the caller locks their pools
 * (`stock/pools.ts`), so none of these ever waits for another, and the pools' `places` stay exact.
 */
import { statement } from '#server/platform/database/statement.ts'
import { INHERITED_CAP, leftByOthers } from './left-by-others.ts'
import { isOnNoList } from './own-list-queries.ts'
import type { PlacesMoved } from './pools.ts'

export const MOVED =
  'select pool_id, before, after, count(*)::int as leads from counted group by pool_id, before, after'

/** A held lead stays in its pool. */
export const poolsOfHolds = statement('leads.pools_of_holds')`
  select distinct pool_id from hold_leads join leads using (lead_id) where hold_id = any($holdIds::text[]) and pool_id is not null`

export const freeLeads = statement('leads.free')`
  with freed as (
    delete from hold_leads where hold_id = any($holdIds::text[]) and ($leadIds?::bigint[] is null or lead_id = any($leadIds)) returning lead_id
  ), fewer as (
    select lead_id, count(*)::int as holds from freed group by lead_id
  ), was as materialized (
    select lead_id, places, holds from leads join fewer using (lead_id) order by lead_id for update of leads
  ), counted as (
    update leads l set held = l.held - was.holds from was where l.lead_id = was.lead_id
    returning l.pool_id, was.places as before, l.places as after
  )
  ${MOVED}`.as<PlacesMoved>()

/** One sale at a time per buyer, until the transaction ends: two at once could sell the same property. */
export const lockBuyer = statement('leads.lock_buyer')`select pg_advisory_xact_lock(7305103, hashtext($buyerKey))`

/**
 * Leads that the buyer (null: anyone) must not get: of a property that they have, that is on one of their lists, or
 * that two of the holds have, and those whose owner opted out meanwhile.
 */
export const findConflicts = statement('leads.find_conflicts')`
  select hold_id, lead_id from (
    select h.hold_id, h.lead_id, l.property_key,
      row_number() over (partition by l.property_key order by h.hold_id, h.lead_id) as place
    from hold_leads h join leads l using (lead_id) where h.hold_id = any($holdIds::text[])
  ) held
  where place > 1 or exists (
    select from order_leads o where o.buyer_key = $buyerKey? and o.property_key = held.property_key and o.returned_at is null)
    or (select s.property_key from suppressions s where s.property_key = held.property_key) is not null
    or not ${isOnNoList('held.property_key')}`

/** The places left stay the same. A lead that the order gave back earlier is its own again. */
export const sellLeads = statement('leads.sell')`
  with kept as (
    delete from hold_leads where hold_id = any($holdIds::text[]) returning hold_id, lead_id
  ), counted as (
    update leads l set held = l.held - 1, sold = l.sold + 1, sold_cap = least(l.sold_cap, l.tier_cap)
    from kept where l.lead_id = kept.lead_id
    returning kept.hold_id, l.lead_id, l.property_key, l.tier_cap
  ), sold as (
    insert into order_leads (order_id, lead_id, hold_id, buyer_key, property_key, cap, sold_at)
    select $orderId, lead_id, hold_id, $buyerKey, property_key, tier_cap, $now from counted
    on conflict (order_id, lead_id) do update set hold_id = excluded.hold_id, buyer_key = excluded.buyer_key,
      cap = excluded.cap, sold_at = excluded.sold_at, returned_at = null where order_leads.returned_at is not null
    returning lead_id
  )
  select (select count(*)::int from counted) as leads, (select count(*)::int from sold) as owned`

export const poolsOfSold = statement('leads.pools_of_sold')`
  select distinct pool_id from order_leads join leads using (lead_id)
  where hold_id = any($holdIds::text[]) and returned_at is null and delivered_at is null and pool_id is not null`

export const markDelivered = statement('leads.mark_delivered')`
  update order_leads set delivered_at = $now
  where order_id = $orderId and hold_id = any($holdIds::text[]) and delivered_at is null and returned_at is null`

export const deliveredHolds = statement('leads.delivered_holds')`
  select distinct hold_id from order_leads where hold_id = any($holdIds::text[]) and delivered_at is not null`

/** Takes back what was never delivered. The leads keep the caps they were sold under. */
export const returnLeads = statement('leads.return')`
  with given as (
    update order_leads set returned_at = $now
    where hold_id = any($holdIds::text[]) and returned_at is null and delivered_at is null returning lead_id
  ), was as materialized (
    select lead_id, places from leads join given using (lead_id) order by lead_id for update of leads
  ), counted as (
    update leads l set sold = l.sold - 1 from was where l.lead_id = was.lead_id
    returning l.pool_id, was.places as before, l.places as after
  )
  ${MOVED}`.as<PlacesMoved>()

export const findLeadsToAge = statement('leads.find_to_age')`
  select lead_id, fips, lead_type, pool_id, acquired_at from leads
  where ages_at <= $now and pool_id is not null and (held = 0 or not is_withheld) order by ages_at limit $limit`

/**
 * Moves leads between pools (`toPools` null: no longer on sale). Held ones stay and are withheld. A lead that changed
 * since `seenAts` is not moved: newer facts gave it more time, or its owner opted out and it has no `ages_at`. A
 * withheld lead gives way to another of its property that is on sale, and to a newer one that is withheld too, or both
 * would come back at once. If it comes back, then with what the others left.
 */
export const moveLeads = statement('leads.move')`
  with asked as (
    select * from unnest($leadIds::bigint[], $fromPools::text[], $toPools::text[], $newCaps::smallint[], $newAgesAts::timestamptz[], $seenAts::timestamptz[])
      as a (lead_id, old_pool, new_pool, new_cap, new_ages_at, seen_at)
  ), was as materialized (
    select l.lead_id, l.places, l.held, a.old_pool, a.new_pool, a.new_cap, a.new_ages_at, l.is_withheld, b.taken, b.cap as others_cap,
      l.is_withheld and exists (
        select from leads o where o.property_key = l.property_key and o.lead_id <> l.lead_id
          and o.pool_id is not null and (not o.is_withheld or (o.acquired_at, o.lead_id) > (l.acquired_at, l.lead_id))) as is_displaced
    from leads l join asked a on a.lead_id = l.lead_id and a.old_pool = l.pool_id
      cross join lateral ${leftByOthers('l.property_key', 'l.lead_id', 'a.seen_at', 'l.is_withheld')} b
    where l.ages_at <= a.seen_at order by l.lead_id for update of l
  ), counted as (
    update leads l set
      is_withheld = was.held > 0,
      pool_id = case when was.held > 0 then l.pool_id when not was.is_displaced then was.new_pool end,
      tier_cap = case when was.held > 0 then l.tier_cap else coalesce(was.new_cap, l.tier_cap) end,
      sold_cap = ${INHERITED_CAP},
      taken_beside = case when was.is_withheld then was.taken else l.taken_beside end,
      ages_at = case when was.held > 0 then l.ages_at when not was.is_displaced then was.new_ages_at end
    from was where l.lead_id = was.lead_id
    returning was.old_pool, was.places as old_places, l.pool_id, l.places
  )
  select old_pool, old_places, pool_id, places, count(*)::int as leads from counted group by 1, 2, 3, 4`

export const findLeadSpan = statement('leads.find_span')`
  select min(lead_id)::float8 as first, max(lead_id)::float8 as last from leads`.as<{
  first: number | null
  last: number | null
}>()

/** Leaves out suppressed leads and those that wait for their hold to end: they get their cap with their next pool. */
export const findOtherCaps = statement('leads.find_other_caps')`
  select l.lead_id::float8 as lead_id, l.pool_id, c.cap
  from leads l join unnest($tiers::text[], $caps::smallint[]) as c (tier, cap) on c.tier = split_part(l.pool_id, '-', 3)
  where l.lead_id > $after and l.lead_id <= $upTo and l.pool_id is not null and not l.is_withheld and l.ages_at is not null
    and l.tier_cap <> c.cap
  order by l.lead_id limit $limit`

/**
 * A held lead keeps the cap of its hold and is offered to no one. Its time in the pool counts as over, so the next
 * aging after it is free brings it back, under the cap of that moment.
 */
export const putUnderCaps = statement('leads.put_under_caps')`
  with asked as (
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
  select pool_id, before, after, count(*)::int as leads from counted group by pool_id, before, after`.as<PlacesMoved>()

/** Each is replaced by a lead of the hold not delivered yet, which counts as delivered. May return fewer. */
export const makeGood = statement('leads.make_good')`
  with bad as (
    update order_leads set made_good_at = $now
    where order_id = $orderId and lead_id = any($leadIds::bigint[]) and made_good_at is null returning lead_id
  ), numbered as (
    select lead_id, row_number() over (order by lead_id) as place from bad
  ), fresh as (
    select lead_id, row_number() over (order by lead_id) as place from order_leads
    where order_id = $orderId and hold_id = $holdId and delivered_at is null and returned_at is null
  )
  update order_leads o set delivered_at = $now, replaces_lead_id = numbered.lead_id
  from fresh join numbered using (place) where o.order_id = $orderId and o.lead_id = fresh.lead_id
  returning o.replaces_lead_id::text as lead_id`
