import { statement } from '#server/platform/database/statement.ts'
import { heldCredit } from './return-credit.ts'

/** No balance is stored, so no row can be locked. A separate statement: the next sees what was spent meanwhile. */
export const lockCustomer = statement('credit_ledger.lock_customer')`
  select pg_advisory_xact_lock(hashtextextended('credit ' || $customerKey::text, 0))`

/** Order and customer are locked. Writes nothing if there is too little, or the order has another customer's credit. */
export const reserveCredit = statement('credit_ledger.reserve')`
  with held as (
    select ${heldCredit('$orderId')} as cents,
      exists (select from credit_entries where order_id = $orderId and reason in ('reserved', 'returned') and customer_key <> $customerKey
              group by customer_key having sum(cents) <> 0) as is_of_other
  ), free as (
    select coalesce(sum(cents), 0) as cents from credit_entries where customer_key = $customerKey
  ), reserved as (
    insert into credit_entries (entry_id, customer_key, cents, reason, order_id, made_at)
    select concat_ws('.', 'reserved', $orderId::text, $revision::int), $customerKey, held.cents - $cents::int, 'reserved', $orderId, $now
    from held, free where not held.is_of_other and held.cents < $cents::int and free.cents + held.cents >= $cents::int
  )
  select (free.cents + held.cents)::int as available_cents, held.is_of_other from held, free`

export const readHeldCredit = statement('credit_ledger.read_held')`select ${heldCredit('$orderId')}::int as cents`

export const writeEntry = statement('credit_ledger.write')`
  insert into credit_entries (entry_id, customer_key, cents, reason, order_id, line_number, note, decided_by, made_at)
  values ($entryId, $customerKey, $cents, $reason, $orderId, $lineNumber?, $note?, $decidedBy?, $madeAt) on conflict do nothing returning entry_id`

/** At most what the customer, who is locked, has. No row if the entry exists or nothing is left. */
export const takeEntry = statement('credit_ledger.take')`
  insert into credit_entries (entry_id, customer_key, cents, reason, order_id, line_number, note, decided_by, made_at)
  select $entryId, $customerKey, -least($mostCents::int, free.cents), $reason, $orderId, $lineNumber?::int, $note?, $decidedBy?, $madeAt
  from (select coalesce(sum(cents), 0) as cents from credit_entries where customer_key = $customerKey) free
  where least($mostCents::int, free.cents) > 0
  on conflict do nothing returning -cents as taken_cents`

export const refundEntry = statement('credit_ledger.refund')`
  insert into credit_entries (entry_id, customer_key, cents, reason, order_id, made_at)
  select 'refund.' || $refundId::text, paid.customer_key, $cents, 'refund', $orderId, $now
  from (select customer_key from credit_entries where order_id = $orderId and reason in ('reserved', 'returned')
        group by customer_key having sum(cents) < 0) paid
  on conflict do nothing returning entry_id`

export const listEarnedCredit = statement('credit_ledger.list_earned')`
  select line_number, customer_key, sum(cents)::int as cents from credit_entries
  where order_id = $orderId and line_number is not null and reason in ('late', 'claim', 'returning', 'taken_back')
  group by line_number, customer_key having sum(cents) > 0 order by line_number`

export const readBalance = statement('credit_ledger.read_balance')`
  select coalesce(sum(cents), 0)::int as cents from credit_entries where customer_key = $customerKey`

export const sumOfOrder = statement('credit_ledger.sum_of_order')`
  select reason, line_number is not null as is_of_line, sum(cents)::int as cents from credit_entries where order_id = $orderId
  group by reason, is_of_line`

export const sumOfRefund = statement('credit_ledger.sum_of_refund')`
  select coalesce(sum(cents) filter (where reason = 'refund'), 0)::int as given_cents,
    coalesce(-sum(cents) filter (where reason = 'taken_back'), 0)::int as taken_cents
  from credit_entries where order_id = $orderId and refund_id = $refundId`

export const findEntry = statement('credit_ledger.find')`
  select order_id, customer_key, cents from credit_entries where entry_id = $entryId`
