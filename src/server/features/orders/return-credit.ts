/**
 * SQL that ends what an order has set aside, as parts of the statements that change the order: credit must not be lost
 * or come back twice, and most orders use none. The order is locked first, by a separate statement, so that these see
 * what was written while they waited for the lock.
 */

/** What an order has set aside now, in cents. An order does so for one customer at a time. */
export const heldCredit = (order: string): string => `coalesce((
     select -sum(cents) from credit_entries where order_id = ${order} and reason in ('reserved', 'returned')), 0)`

/**
 * A common table expression that gives back what orders have set aside beyond what they keep.
 * @param of a query of `order_id`, `keep_cents`, `cause` (ends the entry's id; an order has one of each) and `made_at`
 */
export const returnCredit = (of: string): string => `credit_returned as (
     insert into credit_entries (entry_id, customer_key, cents, reason, order_id, made_at)
     select concat_ws('.', 'returned', kept.order_id, kept.cause), held.customer_key, held.cents - kept.keep_cents, 'returned',
       kept.order_id, kept.made_at
     from (${of}) as kept cross join lateral (
       select customer_key, -sum(cents) as cents from credit_entries
       where order_id = kept.order_id and reason in ('reserved', 'returned') group by customer_key
     ) as held
     where held.cents > kept.keep_cents
   )`
