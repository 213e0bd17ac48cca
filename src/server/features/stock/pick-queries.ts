/** The SQL that sets leads aside for a hold. The caller has locked their pool (`stock/pools.ts`). */
import { statement } from '#server/platform/database/statement.ts'
import { MOVED } from './lead-queries.ts'
import { isOnNoList, phoneLines } from './own-list-queries.ts'
import type { PickedTo, PlacesMoved } from './pools.ts'
import { HAS_UNSOLD, UNSOLD } from './stock-changes.ts'

/** @property phones of what was picked (`phoneLines`), on every row; null unless they are asked for */
export type PickedRow = PlacesMoved & { phones: string | null }

const PHONES = `case when $withPhones::boolean then ${phoneLines('picked')} end as phones`

/**
 * Sets up to `limit` leads of a pool aside for a hold; each had one more place before. `besidesHoldIds`: holds whose
 * properties it must not have. `ofPoolHoldIds`: those of them that may have leads of this pool; only these are asked
 * for the lead itself, since a held lead stays in its pool. `buyerKey`: who must not have them already (null: no one in
 * particular). `listNos`: the buyer's own lists, left out like leads that are suppressed. `now`: a lead whose time in
 * the tier is over goes to no one until it is moved (null: that does not count).
 * Lookups are per lead, because a join could lose the order of the index, and in `coalesce`, because the planner thinks
 * a condition that it can estimate is so rare that it would read and sort the whole pool instead
 * (place-lead-hold.plans.long.test.ts).
 */
const picking = (condition: string, order: string, result: string) =>
  `with picked as materialized (
     select lead_id, ${UNSOLD} as unsold, acquired_at from leads l
     where pool_id = $poolId and ${HAS_UNSOLD} and ${condition}
       and (cardinality($besidesHoldIds::text[]) = 0 or coalesce((
         select false from leads o where o.property_key = l.property_key and o.held > 0
           and exists (select from hold_leads h where h.lead_id = o.lead_id
             and h.hold_id = any(case when o.lead_id = l.lead_id then $ofPoolHoldIds::text[] else $besidesHoldIds end) offset 0) limit 1), true))
       and coalesce((select $areLeftAlone::boolean from suppressions s where s.property_key = l.property_key), not $areLeftAlone)
       and coalesce(l.ages_at > $now?::timestamptz, true)
       and ($buyerKey?::text is null or not exists (
         select from order_leads o where o.buyer_key = $buyerKey and o.property_key = l.property_key and o.returned_at is null))
       and ${isOnNoList('l.property_key')}
     order by ${order} desc nulls last, acquired_at desc nulls last, lead_id limit $limit
   ), kept as (
     insert into hold_leads (hold_id, lead_id) select $holdId, lead_id from picked
   ), counted as (
     update leads l set held = l.held + 1 where l.lead_id = any(array(select lead_id from picked))
     returning l.pool_id, l.places + 1 as before, l.places as after
   )
   ${result}`

/**
 * Of the leads that `heldBy` carts hold, the least sold, then the freshest, after the one that `PickedTo` names (or
 * 32767, 'infinity', 0). Reads the index in its order from there. `picked_to` is the last one taken.
 */
export const pickNextLeads = statement('leads.pick_next')`
  ${picking(
    `coalesce(held = $heldBy::smallint, false) and places > 0 and (${UNSOLD}, acquired_at) <= ($afterUnsold::smallint, $afterAcquiredAt::timestamptz)
      and not (${UNSOLD} = $afterUnsold and acquired_at = $afterAcquiredAt and lead_id <= $afterLeadId::bigint)`,
    `(${UNSOLD})`,
    `select m.*, (
    select jsonb_build_object('heldBy', $heldBy, 'unsold', unsold, 'acquiredAt', acquired_at::text, 'leadId', lead_id::text)
    from picked order by unsold, acquired_at, lead_id desc limit 1) as picked_to, ${PHONES}
  from (${MOVED}) m`,
  )}`.as<PickedRow & { picked_to: PickedTo }>()

/** The most places left first, then the freshest. Reads and sorts everything that the pool has left. */
export const pickAnyLeads = statement('leads.pick_any')`
  ${picking('places > 0', 'places', `select m.*, ${PHONES} from (${MOVED}) m`)}`.as<PickedRow>()
