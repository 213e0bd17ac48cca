/** SQL for store credit codes and for showing credit. The ledger's own SQL is in `orders/credit-queries.ts`. */
import { lineCostSql } from '#server/features/orders/price-anew.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { forgetting } from '#server/platform/jobs/retention.ts'

export const writeCode = statement('credits.write_code')`
  insert into credit_codes (code_id, owner_id, customer_key, email, asked_at, expires_at) values ($codeId, $ownerId, $customerKey, $email, $now, $expiresAt)`

export const findCode = statement('credits.find_code')`
  select code_id, customer_key, email, expires_at from credit_codes where code_id = $codeId and expires_at > $now`

export const tryCode = statement('credits.try_code')`
  update credit_codes set tries = tries + 1
  where code_id = (select code_id from credit_codes where owner_id = $ownerId and customer_key = $customerKey
                   order by asked_at desc, code_id desc limit 1)
    and expires_at > $now and tries < $creditTriesMax::int returning code_id`

export const openCode = statement('credits.open_code')`
  update credit_codes set open_until = coalesce(open_until, $openUntil) where code_id = $codeId`

/** `customerKey` null: the one whose code was typed last. What an order being paid has reserved is not usable. */
export const findOpenCredit = statement('credits.find_open')`
  select c.email, c.customer_key, c.open_until,
    (select coalesce(sum(cents), 0)::int from credit_entries where customer_key = c.customer_key) as balance_cents,
    held.own_cents, held.other_cents
  from (select * from credit_codes where owner_id = $ownerId and open_until > $now and ($customerKey?::text is null or customer_key = $customerKey)
        order by open_until desc, code_id desc limit 1) c
  cross join lateral (
    select coalesce(-sum(e.cents) filter (where o.owner_id = $ownerId and not o.is_frozen), 0)::int as own_cents,
      coalesce(-sum(e.cents) filter (where o.owner_id <> $ownerId or o.is_frozen), 0)::int as other_cents
    from credit_entries e join orders o on o.order_id = e.order_id
    where e.customer_key = c.customer_key and e.reason in ('reserved', 'returned') and o.state = 'awaiting_payment') held`

/** `own_cents`, `other_cents`: reserved by the cart’s own waiting order, and by others. */
export type OpenCreditRow = RowOf<typeof findOpenCredit>

export const findReservedCredit = statement('credits.find_reserved')`
  select o.order_id from credit_entries e join orders o on o.order_id = e.order_id
  where e.customer_key = $customerKey and e.reason = 'reserved' and o.state = 'awaiting_payment' limit 1`

/** Credit reserved, unpaid, at `madeAt`: whether an order still waits, and what came back since, less rests taken. */
export const readSetAside = statement('credits.read_set_aside')`
  select coalesce(bool_or(waits), false) as waits, (coalesce(sum(least(came_back, held)), 0) + (
    select coalesce(sum(cents), 0) from credit_entries
    where customer_key = $customerKey and is_rest and made_at > $madeAt::timestamptz))::int as left_cents
  from (
    select o.state = 'awaiting_payment' as waits, coalesce(-sum(e.cents) filter (where e.made_at <= $madeAt::timestamptz), 0) as held,
      coalesce(sum(e.cents) filter (where e.reason = 'returned' and e.made_at > $madeAt::timestamptz), 0) as came_back
    from credit_entries e join orders o on o.order_id = e.order_id
    where e.customer_key = $customerKey and e.reason in ('reserved', 'returned') and (o.paid_at is null or o.paid_at > $madeAt::timestamptz)
    group by o.order_id) each where held > 0`

/** One that no job has started to send: it will list one more line. The lock keeps jobs from starting it meanwhile. */
export const lockWaitingMail = statement('credits.lock_waiting_mail')`
  select m.message_id from credit_entries e
  join messages m on m.message_id = concat_ws('.', 'credit_late', e.order_id, e.line_number)
  where e.order_id = $orderId and e.reason = 'late' and m.state = 'waiting' and m.queued_at is null limit 1 for update of m`

export const listLateEntries = statement('credits.list_late')`
  select entry_id, line_number, cents, customer_key from credit_entries where order_id = $orderId and reason = 'late' order by line_number`.as<{
  line_number: number
}>()

/** What lines of order `o` earn a returning customer, from the money paid for them, not from store credit. */
const EARNING_LINES = `select l.line_number, ((${lineCostSql('l')} - l.credit_cents)::bigint * $returningCreditBps / 10000)::int as cents
  from order_lines l where l.order_id = o.order_id and l.revision = o.revision and l.outcome = 'sold'
    and (${lineCostSql('l')} - l.credit_cents)::bigint * $returningCreditBps >= 10000`

/** `orders_paid_by_email` serves the subquery. */
const IS_RETURNING = `o.state in ('paid', 'processed') and o.refunded_cents = 0 and o.email is not null
  and exists (select from orders earlier where lower(earlier.email) = lower(o.email) and earlier.paid_at < o.paid_at
              and earlier.state in ('paid', 'processed'))
  and not exists (select from credit_entries e where e.order_id = o.order_id and e.reason = 'returning')`

export const findReturningOrders = statement('credits.find_returning_orders')`
  select o.order_id from orders o where o.paid_at >= $paidAt and ${IS_RETURNING} and exists (${EARNING_LINES})
  order by o.paid_at, o.order_id limit $limit`

export const listEarningLines = statement('credits.list_earning_lines')`
  select earning.* from orders o, lateral (${EARNING_LINES}) earning where o.order_id = $orderId and ${IS_RETURNING}
  order by earning.line_number`

export const findReturningCredit = statement('credits.find_returning_credit')`
  select sum(cents)::int as cents, customer_key from credit_entries where order_id = $orderId and reason = 'returning' group by customer_key`

export const findGranted = statement('credits.find_granted')`
  select cents, customer_key from credit_entries where entry_id = $entryId and reason = 'granted'`

export const listTold = statement('credits.list_told')`
  select entry_id from credit_entries where order_id = $orderId and reason in ('late', 'returning', 'granted')`

export const forgetCodes = forgetting('credits.forget_codes', 'credit_codes', 'code_id', 'asked_at')
