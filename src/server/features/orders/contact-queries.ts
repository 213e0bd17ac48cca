/** The SQL about whose order it is: personal data goes in and, where nothing was bought, out again. */
import { statement } from '#server/platform/database.ts'

/**
 * Takes the buyer's data out of up to $3 orders that were cancelled before $1, first cancelled first; $2 now. Returns which.
 */
export const forgetContacts = statement<{ order_id: string }>(
  'orders.forget_contacts',
  `update orders set full_name = null, email = null, business_name = null, cell_phone = null, address = null,
     forgotten_at = $2
   where order_id = any(array(
     select order_id from orders where state = 'cancelled' and forgotten_at is null and closed_at < $1
     order by closed_at limit $3 for update skip locked))
   returning order_id`,
)

/**
 * The payer of a cancelled order whose money goes back: $1 order, $2 name, $3 email, $4 phone, each only where none
 * stands; $5 now.
 */
export const fillPayer = statement(
  'orders.fill_payer',
  `update orders set full_name = coalesce(full_name, $2), email = coalesce(email, $3), cell_phone = coalesce(cell_phone, $4),
     closed_at = $5, forgotten_at = null
   where order_id = $1 and state = 'cancelled'`,
)

/** Which of the holds $1, none of them sold, a line of any order names. */
export const findNamedHolds = statement<{ hold_id: string }>(
  'orders.find_named_holds',
  `select distinct hold_id from order_lines where outcome <> 'sold' and hold_id = any($1::text[])`,
)
