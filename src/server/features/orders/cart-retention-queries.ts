/** The SQL by which carts forget. */
import { statement } from '#server/platform/statement.ts'

/**
 * Deletes up to `limit` lines from before `before` whose hold is not live any more, oldest first. Returns how many. Live holds
 * are few among all holds: `ended_at is null` names an index that has only them.
 */
export const forgetLines = statement<{ before: Date; limit: number }, { rows: number }>(
  'cart.forget_lines',
  `with gone as (
     delete from cart_lines where hold_id = any(array(
       select l.hold_id from cart_lines l
       where l.added_at < $before and not exists (
         select from holds h where h.hold_id = l.hold_id and h.state = 'live' and h.ended_at is null)
       order by l.added_at limit $limit for update of l skip locked))
     returning hold_id
   )
   select count(*)::int as rows from gone`,
)
