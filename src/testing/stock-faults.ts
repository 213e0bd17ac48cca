/** Invariants of a store's rows, for tests and experiments. */
import type pg from 'pg'
import { findCreditFaults } from './credit-faults.ts'
import { findLedgerFaults } from './ledger-faults.ts'
import { findOfferFaults } from './offer-faults.ts'

/**
 * Finds packages whose stock does not add up, half-made orders, sold units without an order, money without an order or
 * a refund, and payment requests, sales ledger, offers and store credit that disagree with orders.
 *
 * @returns the faulty rows with their numbers; none if all is well
 */
export async function findStockFaults(pool: Pick<pg.Pool, 'query'>): Promise<object[]> {
  const packages = await pool.query(`
    with moved as (
      select package_id, sum(delta) as total, sum(delta) filter (where reason in ('set', 'refund')) as placed
      from stock_movements group by package_id
    ), taken as (
      select package_id, count(*) filter (where state = 'live') as held, count(*) filter (where state = 'sold') as sold
      from holds where took_unit group by package_id
    )
    select p.package_id, p.available, coalesce(moved.total, 0) as moved, coalesce(moved.placed, 0) as placed,
      coalesce(taken.held, 0) as held, coalesce(taken.sold, 0) as sold
    from packages p left join moved using (package_id) left join taken using (package_id)
    where p.available <> coalesce(moved.total, 0)
       or coalesce(moved.placed, 0) <> p.available + coalesce(taken.held, 0) + coalesce(taken.sold, 0)`)

  const orders = await pool.query(`
    select o.order_id, o.state, p.state as payment, l.outcome, h.state as hold
    from orders o left join payments p using (order_id)
    left join order_lines l on l.order_id = o.order_id and l.revision = o.revision
    left join holds h on h.hold_id = l.hold_id
    where (o.state in ('paid', 'processed') and (p.state is distinct from 'succeeded' or l.outcome = 'open'
             or (l.outcome = 'sold' and (h.state is distinct from 'sold' or h.order_id is distinct from o.order_id))))
       or (o.state = 'awaiting_payment' and l.outcome <> 'open')`)

  const strays = await pool.query(`
    select h.hold_id from holds h where h.state = 'sold' and not exists (
      select from orders o join order_lines l on l.order_id = o.order_id and l.revision = o.revision
      where o.order_id = h.order_id and l.hold_id = h.hold_id and l.outcome = 'sold' and o.state in ('paid', 'processed', 'refunded'))`)

  const money = await pool.query(`
    select o.order_id, o.state, o.refunded_cents, p.payment_id, p.amount_cents, coalesce(owed.cents, 0) as owed_cents
    from payments p join orders o using (order_id)
    left join (select payment_id, sum(amount_cents) as cents from refunds group by payment_id) owed using (payment_id)
    cross join lateral (
      select coalesce(sum(l.credit_cents) filter (where l.outcome = 'refunded'), 0)
        + coalesce((select sum(credit_cents) from refunds f where f.order_id = o.order_id), 0) as cents
      from order_lines l where l.order_id = o.order_id and l.revision = o.revision) credit
    where p.state = 'succeeded'
      and (o.state = 'awaiting_payment' or (o.state = 'cancelled' and owed.cents is null)
           or (o.state in ('paid', 'processed', 'refunded') and o.payment_method = 'stripe'
               and coalesce(owed.cents, 0) + credit.cents <> o.refunded_cents))`)
  const requests = await pool.query(`
    select r.payment_request_id, r.status, r.total_cents, r.refunded_cents, o.state as order_state, o.refunded_cents as order_refunded_cents
    from payment_requests r join orders o using (order_id)
    where (r.status in ('paid', 'processed')) <> (o.state in ('paid', 'processed', 'refunded'))
       or (r.status = 'expired' and o.state = 'awaiting_payment')
       or r.total_cents <> o.total_cents or r.refunded_cents <> case
            -- If money came for a closed order and went back, it belongs to no order.
            when o.state = 'cancelled' then coalesce((select sum(f.amount_cents) from refunds f where f.order_id = o.order_id), 0)
            else o.refunded_cents end`)
  return [
    ...[packages, orders, strays, money, requests].flatMap(({ rows }) => rows),
    ...(await findLedgerFaults(pool)),
    ...(await findOfferFaults(pool)),
    ...(await findCreditFaults(pool)),
  ]
}
