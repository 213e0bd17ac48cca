/** SQL for delivered leads that turned out bad. */
import { statement } from '#server/platform/statement.ts'

/**
 * Marks leads of a sold hold as made good, and replaces each with the next of the hold's leads that were sold but not
 * delivered yet; these now count as delivered. Returns the replaced ones; there may be fewer than `leadIds`.
 */
export const makeGood = statement<
  { orderId: string; holdId: string; leadIds: readonly string[]; now: Date },
  { lead_id: string }
>(
  'leads.make_good',
  `with bad as (
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
   returning o.replaces_lead_id::text as lead_id`,
)
