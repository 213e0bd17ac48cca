/** SQL that finds what does not add up in a store. */
import { type NoParameters, statement } from '#server/platform/statement.ts'

export interface Fault {
  subject: string
}

/** Packages whose count differs from what moved, was held and was sold. The same as in the runbook. */
export const findStockFaults = statement<NoParameters, Fault>(
  'backups.find_stock_faults',
  `with moved as (
     select package_id, sum(delta) as moved, coalesce(sum(delta) filter (where reason in ('set', 'refund')), 0) as placed
     from stock_movements group by package_id
   ), taken as (
     select package_id, count(*) as taken from holds where took_unit and state in ('live', 'sold') group by package_id
   )
   select package_id as subject
   from packages left join moved using (package_id) left join taken using (package_id)
   where available <> coalesce(moved, 0) or coalesce(placed, 0) <> available + coalesce(taken, 0)`,
)

/** Paid orders whose lines cost something else, or whose refunds are not those of their lines. */
export const findOrderFaults = statement<NoParameters, Fault>(
  'backups.find_order_faults',
  `select o.order_id as subject
   from orders o join order_lines l on l.order_id = o.order_id and l.revision = o.revision
   where o.state in ('paid', 'processed') group by o.order_id
   having o.total_cents <> sum(l.price_cents - l.discount_cents)
     or o.refunded_cents <> coalesce(sum(l.price_cents - l.discount_cents) filter (where l.outcome = 'refunded'), 0)`,
)

/** Units sold without an order that has them, and money of an order that is still waiting. */
export const findMoneyFaults = statement<NoParameters, Fault>(
  'backups.find_money_faults',
  `select h.hold_id as subject from holds h where h.state = 'sold' and not exists (
     select from orders o join order_lines l on l.order_id = o.order_id and l.revision = o.revision
     where o.order_id = h.order_id and l.hold_id = h.hold_id and l.outcome = 'sold'
       and o.state in ('paid', 'processed', 'refunded'))
   union all
   select o.order_id from payments p join orders o using (order_id)
   where p.state = 'succeeded' and o.state = 'awaiting_payment'`,
)
