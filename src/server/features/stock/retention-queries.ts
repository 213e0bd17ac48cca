/** The SQL by which inventory forgets. */
import { statement } from '#server/platform/statement.ts'

/**
 * Up to `limit` holds that ended before `before` and still say from which network they came, first ended first. A hold that
 * took a unit is named by its movements, a sold one also by its order.
 */
export const findOldHolds = statement<{ before: Date; limit: number }, { hold_id: string; is_named: boolean }>(
  'inventory.find_old_holds',
  `select hold_id, took_unit or state = 'sold' as is_named from holds
   where state <> 'live' and address_key is not null and ended_at < $before order by ended_at limit $limit`,
)

/**
 * Deletes the holds `holdIds`; of the holds `kept` it forgets the network. Live holds stay as they are. Returns how many it
 * did.
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
