/** SQL for the personal data of buyers: written to orders and, if nothing was bought, removed again. */
import { statement } from '#server/platform/statement.ts'

/**
 * Removes the buyer's data from up to `limit` orders that were canceled before `before`, first canceled first. Returns
 * which.
 */
export const forgetContacts = statement<{ before: Date; now: Date; limit: number }, { order_id: string }>(
  'orders.forget_contacts',
  `update orders set full_name = null, email = null, business_name = null, cell_phone = null, address = null,
     forgotten_at = $now
   where order_id = any(array(
     select order_id from orders where state = 'cancelled' and forgotten_at is null and closed_at < $before
     order by closed_at limit $limit for update skip locked))
   returning order_id`,
)

/** Fills in the payer of a canceled order whose money goes back, if the order does not know them. */
export const fillPayer = statement<{
  orderId: string
  fullName: string | null
  email: string | null
  cellPhone: string | null
  now: Date
}>(
  'orders.fill_payer',
  `update orders set full_name = coalesce(full_name, $fullName), email = coalesce(email, $email), cell_phone = coalesce(cell_phone, $cellPhone),
     closed_at = $now, forgotten_at = null
   where order_id = $orderId and state = 'cancelled'`,
)

/** Lists which of the holds `holdIds`, none of them sold, are named by a line of any order. */
export const findNamedHolds = statement<{ holdIds: readonly string[] }, { hold_id: string }>(
  'orders.find_named_holds',
  `select distinct hold_id from order_lines where outcome <> 'sold' and hold_id = any($holdIds::text[])`,
)
