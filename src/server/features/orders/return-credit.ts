/**
 * The SQL that ends what an order has set aside, as parts of the statements that change the order: credit must not be lost,
 * nor come back twice, and most orders use none. The order is locked before, in a statement of its own, so that these see
 * what was written while they waited for the lock.
 */

/** What an order has set aside at present, in cents; an order does so for one customer at a time. */
export const heldCredit = (order: string): string => `coalesce((
     select -sum(cents) from credit_entries where order_id = ${order} and reason in ('reserved', 'returned')), 0)`

/**
 * Parts that give back what an order has set aside over `keep` cents. All of these are SQL.
 *
 * @param input.cause ends the entry's id; an order has one of each
 * @param input.when a condition; without it nothing comes back
 * @returns a common table expression, to stand after `with …,`
 */
export const returnCredit = (input: {
  order: string
  keep: string
  cause: string
  at: string
  when?: string
}): string => `credit_returned as (
     insert into credit_entries (entry_id, customer_key, cents, reason, order_id, made_at)
     select concat_ws('.', 'returned', ${input.order}::text, ${input.cause}), held.customer_key, held.cents - kept.cents, 'returned',
       ${input.order}, ${input.at}
     from (select customer_key, -sum(cents) as cents from credit_entries
           where order_id = ${input.order} and reason in ('reserved', 'returned') group by customer_key) held,
       (select ${input.keep} as cents) kept
     where held.cents > kept.cents and ${input.when ?? 'true'}
   )`
