/** The SQL by which inventory forgets. */
import { statement } from '#server/platform/database.ts'

/**
 * Up to $2 holds that ended before $1 and still say from which network they came, first ended first. A hold that took a
 * unit is named by its movements, a sold one also by its order.
 */
export const findOldHolds = statement<{ hold_id: string; is_named: boolean }>(
  'inventory.find_old_holds',
  `select hold_id, took_unit or state = 'sold' as is_named from holds
   where state <> 'live' and address_key is not null and ended_at < $1 order by ended_at limit $2`,
)

/** Deletes the holds $1; of the holds $2 it forgets the network. Live holds stay as they are. Returns how many it did. */
export const forgetHolds = statement<{ rows: number }>(
  'inventory.forget_holds',
  `with gone as (
     delete from holds where hold_id in (
       select hold_id from holds where hold_id = any($1::text[]) and state in ('released', 'expired') and not took_unit and not has_leads
       order by hold_id for update skip locked)
     returning hold_id
   ), kept as (
     update holds set address_key = null where hold_id in (
       select hold_id from holds where hold_id = any($2::text[]) and state <> 'live' and address_key is not null
       order by hold_id for update skip locked)
     returning hold_id
   )
   select ((select count(*) from gone) + (select count(*) from kept))::int as rows`,
)
