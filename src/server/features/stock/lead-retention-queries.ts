/** The SQL by which what is known of leads is forgotten. */
import { type NoParameters, statement } from '#server/platform/statement.ts'

/** The first and the last lead of which something is known; null where nothing is. */
export const findKnownSpan = statement<NoParameters, { first: number | null; last: number | null }>(
  'leads.find_known_span',
  'select min(lead_id)::float8 as first, max(lead_id)::float8 as last from lead_details',
)

/**
 * Deletes what is known of the leads from `fromLeadId` to before `leadId` whose time was over by `acquiredAt`: acquired
 * before, out of every pool and hold, and every order that owns one sold before and delivered. Counters and fingerprints stay.
 * Returns how many. A lead that an import renews at this moment is left for the next time: its details were new.
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
