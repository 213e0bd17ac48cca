/** The SQL that forgets old rows of stock. */
import { type NoParameters, statement } from '#server/platform/statement.ts'

/**
 * Finds up to `limit` holds that ended before `before` and still say which network they came from, first ended first. A
 * hold that took a unit is named by its movements, a sold one also by its order.
 */
export const findOldHolds = statement<{ before: Date; limit: number }, { hold_id: string; is_named: boolean }>(
  'inventory.find_old_holds',
  `select hold_id, took_unit or state = 'sold' as is_named from holds
   where state <> 'live' and address_key is not null and ended_at < $before order by ended_at limit $limit`,
)

/**
 * Deletes the holds `holdIds`; for the holds `kept`, forgets only the network. Live holds stay as they are. Returns how
 * many it processed.
 */
export const forgetHolds = statement<{ holdIds: readonly string[]; kept: readonly string[] }, { rows: number }>(
  'inventory.forget_holds',
  `with gone as (
     delete from holds where hold_id in (
       select hold_id from holds where hold_id = any($holdIds::text[]) and state in ('released', 'expired') and not took_unit and not has_leads
       order by hold_id for update skip locked)
     returning hold_id
   ), kept as (
     update holds set address_key = null where hold_id in (
       select hold_id from holds where hold_id = any($kept::text[]) and state <> 'live' and address_key is not null
       order by hold_id for update skip locked)
     returning hold_id
   )
   select ((select count(*) from gone) + (select count(*) from kept))::int as rows`,
)

/** Returns the first and last lead of which something is known; null if there is none. */
export const findKnownSpan = statement<NoParameters, { first: number | null; last: number | null }>(
  'leads.find_known_span',
  'select min(lead_id)::float8 as first, max(lead_id)::float8 as last from lead_details',
)

/**
 * Deletes what is known of the leads from `fromLeadId` to before `leadId` whose time was over by `acquiredAt`: acquired
 * earlier, out of every pool and hold, and every order that owns one was sold earlier and delivered. Counters and
 * fingerprints stay. Returns how many. A lead that an import is renewing right now is left for the next time, because
 * its details are new.
 */
export const forgetDetails = statement<{ fromLeadId: number; leadId: number; acquiredAt: Date }, { rows: number }>(
  'leads.forget_details',
  `with due as materialized (
     select l.lead_id from leads l join lead_details d using (lead_id)
     where l.lead_id >= $fromLeadId and l.lead_id < $leadId and l.acquired_at < $acquiredAt and l.pool_id is null and l.held = 0
       and not exists (
         select from order_leads o
         where o.lead_id = l.lead_id and o.returned_at is null and (o.sold_at >= $acquiredAt or o.delivered_at is null))
     order by l.lead_id for update of l skip locked
   ), gone as (
     delete from lead_details d using due where d.lead_id = due.lead_id returning d.lead_id
   )
   select count(*)::int as rows from gone`,
)
