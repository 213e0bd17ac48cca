/** All SQL of the ledger of store credit, but for what ends an order's reservation (`return-credit.ts`). */
import type { CreditReason } from '#contract/credit-use.ts'
import { statement } from '#server/platform/database.ts'
import { heldCredit } from './return-credit.ts'

/**
 * Lets one at a time spend a customer's credit, until the transaction ends: $1 customer. There is no row to lock, because a
 * balance stands nowhere. A statement of its own, so that the next one sees what was spent while this one waited.
 */
export const lockCustomer = statement(
  'credit_ledger.lock_customer',
  `select pg_advisory_xact_lock(hashtextextended('credit ' || $1::text, 0))`,
)

/**
 * Sets credit aside for a locked order of a locked customer, as far as that order has not: $1 order, $2 revision, $3 customer,
 * $4 cents in all, $5 now. Says what there is for this order, and whether it has some of another customer; it writes nothing
 * then, or where there is too little.
 */
export const reserveCredit = statement<{ available_cents: number; is_of_other: boolean }>(
  'credit_ledger.reserve',
  `with held as (
     select ${heldCredit('$1')} as cents,
       exists (select from credit_entries where order_id = $1 and reason in ('reserved', 'returned') and customer_key <> $3
               group by customer_key having sum(cents) <> 0) as is_of_other
   ), free as (
     select coalesce(sum(cents), 0) as cents from credit_entries where customer_key = $3
   ), reserved as (
     insert into credit_entries (entry_id, customer_key, cents, reason, order_id, made_at)
     select concat_ws('.', 'reserved', $1::text, $2::int), $3, held.cents - $4::int, 'reserved', $1, $5
     from held, free where not held.is_of_other and held.cents < $4::int and free.cents + held.cents >= $4::int
   )
   select (free.cents + held.cents)::int as available_cents, held.is_of_other from held, free`,
)

/** What an order has set aside: $1 order. */
export const readHeldCredit = statement<{ cents: number }>(
  'credit_ledger.read_held',
  `select ${heldCredit('$1')}::int as cents`,
)

/**
 * Writes an entry, once: $1 entry, $2 customer, $3 cents, $4 reason, $5 order, $6 line or null, $7 note, $8 by whom, $9 now. No
 * row when it is there.
 */
export const writeEntry = statement<{ entry_id: string }>(
  'credit_ledger.write',
  `insert into credit_entries (entry_id, customer_key, cents, reason, order_id, line_number, note, decided_by, made_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning entry_id`,
)

/**
 * Takes credit back from a locked customer, at most what they have, once: $1 to $9 as above, $3 being the most, and positive.
 * Says how much; no row when it is there, or nothing is left.
 */
export const takeEntry = statement<{ taken_cents: number }>(
  'credit_ledger.take',
  `insert into credit_entries (entry_id, customer_key, cents, reason, order_id, line_number, note, decided_by, made_at)
   select $1, $2, -least($3::int, free.cents), $4, $5, $6::int, $7, $8, $9
   from (select coalesce(sum(cents), 0) as cents from credit_entries where customer_key = $2) free
   where least($3::int, free.cents) > 0
   on conflict do nothing returning -cents as taken_cents`,
)

/** Gives a credit-paid share of a locked, paid order back to whose credit it was, once: $1 order, $2 refund, $3 cents, $4 now. */
export const refundEntry = statement<{ entry_id: string }>(
  'credit_ledger.refund',
  `insert into credit_entries (entry_id, customer_key, cents, reason, order_id, made_at)
   select 'refund.' || $2::text, paid.customer_key, $3, 'refund', $1, $4
   from (select customer_key from credit_entries where order_id = $1 and reason in ('reserved', 'returned')
         group by customer_key having sum(cents) < 0) paid
   on conflict do nothing returning entry_id`,
)

/** What is left of what the lines of an order earned, after what was taken back: $1 order. */
export const listEarnedCredit = statement<{ line_number: number; customer_key: string; cents: number }>(
  'credit_ledger.list_earned',
  `select line_number, customer_key, sum(cents)::int as cents from credit_entries
   where order_id = $1 and line_number is not null and reason in ('late', 'returning', 'taken_back')
   group by line_number, customer_key having sum(cents) > 0 order by line_number`,
)

/** What a customer has: $1 customer. */
export const readBalance = statement<{ cents: number }>(
  'credit_ledger.read_balance',
  'select coalesce(sum(cents), 0)::int as cents from credit_entries where customer_key = $1',
)

/** What an order brought and took, by reason, and whether that was of one of its lines: $1 order. */
export const sumOfOrder = statement<{ reason: CreditReason; is_of_line: boolean; cents: number }>(
  'credit_ledger.sum_of_order',
  `select reason, line_number is not null as is_of_line, sum(cents)::int as cents from credit_entries where order_id = $1
   group by reason, is_of_line`,
)

/** What a refund gave back as store credit, and what it took of what lines earned: $1 its order, $2 refund. */
export const sumOfRefund = statement<{ given_cents: number; taken_cents: number }>(
  'credit_ledger.sum_of_refund',
  `select coalesce(sum(cents) filter (where entry_id = 'refund.' || $2::text), 0)::int as given_cents,
     coalesce(-sum(cents) filter (where starts_with(entry_id, concat('taken_back.', $2::text, '.'))), 0)::int as taken_cents
   from credit_entries where order_id = $1`,
)

/** An entry: $1. */
export const findEntry = statement<{ order_id: string; customer_key: string; cents: number }>(
  'credit_ledger.find',
  'select order_id, customer_key, cents from credit_entries where entry_id = $1',
)
