/** Invariants of store credit: ledger and orders agree, and no one has less than zero. */
import type pg from 'pg'

const BALANCES = `
  select 'below nothing' as fault, customer_key, sum(cents) as cents from credit_entries group by customer_key having sum(cents) < 0`

/** An order agrees with its lines, and no line is paid by more credit than it costs. */
const ORDERS = `
  select 'order' as fault, o.order_id, o.credit_cents, sum(l.credit_cents) as lines_cents
  from orders o join order_lines l using (order_id, revision)
  group by o.order_id having o.credit_cents <> sum(l.credit_cents)
  union all
  select 'unpayable', o.order_id, o.credit_cents, o.total_cents from orders o
  where o.credit_cents > 0 and o.total_cents - o.credit_cents between 1 and 49`

/** What an order has reserved: enough while it waits, exactly what its sold lines use once it is paid, otherwise nothing. */
const HELD = `
  with held as (
    select order_id, count(distinct customer_key) filter (where cents <> 0) as customers, -sum(cents) as cents from (
      select order_id, customer_key, sum(cents) as cents from credit_entries where reason in ('reserved', 'returned')
      group by order_id, customer_key) each
    group by order_id
  ), used as (
    select o.order_id, o.state, o.credit_cents, coalesce(sum(l.credit_cents) filter (where l.outcome = 'sold'), 0) as sold_cents
    from orders o join order_lines l using (order_id, revision) group by o.order_id
  )
  select 'set aside' as fault, coalesce(u.order_id, h.order_id) as order_id, u.state, u.credit_cents, u.sold_cents, h.cents as held_cents
  from used u full join held h using (order_id)
  where h.customers > 1 or case
    when u.state is null then true
    when u.state = 'cancelled' then coalesce(h.cents, 0) <> 0
    when u.state = 'awaiting_payment' then coalesce(h.cents, 0) < u.credit_cents
    else coalesce(h.cents, 0) <> u.sold_cents end`

/** A refund agrees with its lines; what was returned as credit is in the ledger; no line gives back more than was paid. */
const REFUNDS = `
  select 'refund' as fault, r.refund_id, r.amount_cents, r.credit_cents, sum(l.amount_cents) as lines_cents,
    sum(l.credit_cents) as lines_credit_cents
  from refunds r join refund_lines l using (refund_id) group by r.refund_id
  having r.credit_cents <> sum(l.credit_cents) or r.amount_cents + r.credit_cents <> sum(l.amount_cents)
  union all
  select 'refund entry', coalesce(r.refund_id, e.entry_id), r.amount_cents, r.credit_cents, e.cents, null
  from refunds r full join (select * from credit_entries where reason = 'refund') e on e.entry_id = 'refund.' || r.refund_id
  where coalesce(r.credit_cents, 0) <> coalesce(e.cents, 0)
  union all
  select 'refunded line', l.order_id || ' ' || l.line_number, l.price_cents - l.discount_cents, l.credit_cents, sum(rl.amount_cents),
    sum(rl.credit_cents)
  from orders o join order_lines l using (order_id, revision) join refunds r using (order_id)
  join refund_lines rl on rl.refund_id = r.refund_id and rl.line_number = l.line_number
  group by l.order_id, l.revision, l.line_number
  having sum(rl.amount_cents) > l.price_cents - l.discount_cents or sum(rl.credit_cents) > l.credit_cents
    or sum(rl.amount_cents - rl.credit_cents) > l.price_cents - l.discount_cents - l.credit_cents
    or (sum(rl.amount_cents) = l.price_cents - l.discount_cents and sum(rl.credit_cents) <> l.credit_cents)`

/** A line's credit belongs to a sold line of a paid order, and no more of it is taken back than was given. */
const EARNED = `
  select 'earned' as fault, e.order_id, e.line_number, e.cents from credit_entries e
  where e.reason in ('late', 'claim', 'returning') and not exists (
    select from orders o join order_lines l using (order_id, revision)
    where o.order_id = e.order_id and o.paid_at is not null and l.line_number = e.line_number and l.outcome = 'sold')
  union all
  select 'taken back', order_id, line_number, sum(cents) from credit_entries
  where line_number is not null and reason in ('late', 'claim', 'returning', 'taken_back') group by order_id, line_number having sum(cents) < 0`

/** Asks all of these. @returns the rows that disagree; each query reads one snapshot, so it works under load */
export async function findFaults(pool: Pick<pg.Pool, 'query'>, ...questions: readonly string[]): Promise<object[]> {
  const faults: object[] = []
  for (const question of questions) faults.push(...(await pool.query(question)).rows)
  return faults
}

/** @returns the rows that disagree, with both numbers */
export const findCreditFaults = (pool: Pick<pg.Pool, 'query'>) =>
  findFaults(pool, BALANCES, ORDERS, HELD, REFUNDS, EARNED)
