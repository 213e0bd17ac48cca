/** Invariants of offers: orders say what each line was given, and every count and figure follows from them. */
import type pg from 'pg'
import { findFaults } from './credit-faults.ts'

/** An order costs its lines minus what offers took off them, and each line names those offers. */
const TOTALS = `
  select o.order_id, o.total_cents, sum(l.price_cents - l.discount_cents) as lines_cents
  from orders o join order_lines l using (order_id, revision)
  group by o.order_id having o.total_cents <> sum(l.price_cents - l.discount_cents)`

const LINES = `
  select l.order_id, l.revision, l.line_number, l.discount_cents, l.bonus_leads, l.offers
  from order_lines l cross join lateral (
    select coalesce(sum((one->>'cents')::int), 0) as cents, coalesce(sum((one->>'leads')::int), 0) as leads
    from jsonb_array_elements(l.offers) one) given
  where l.discount_cents <> given.cents or l.bonus_leads <> given.leads`

/** A line has the leads that its hold promised, unless a limit took them away. */
const PROMISES = `
  select l.order_id, l.line_number, l.bonus_leads, h.bonus_leads as promised
  from order_lines l join holds h using (hold_id)
  where l.bonus_leads > h.bonus_leads or (l.bonus_leads < h.bonus_leads and not exists (
    select from jsonb_array_elements(h.bonus_offers) one join offers o on o.offer_id = one->>'offerId'
    where o.uses_max is not null or o.uses_per_customer_max is not null))`

/** What each offer has cost, from sold lines that were not returned. */
const FIGURES = `
  with sold as (
    select o.order_id, l.line_number, l.price_cents, l.size, one->>'offerId' as offer_id, (one->>'cents')::int as cents,
      (one->>'leads')::int as leads,
      exists (select from refunds r join refund_lines rl using (refund_id)
              where r.order_id = o.order_id and rl.line_number = l.line_number and rl.is_returned) as is_returned
    from orders o join order_lines l using (order_id, revision) cross join lateral jsonb_array_elements(l.offers) one
    where o.paid_at is not null and l.outcome = 'sold'
  ), expected as (
    select offer_id, count(distinct order_id) as orders, coalesce(sum(cents) filter (where not is_returned), 0) as discount_cents,
      coalesce(sum(leads) filter (where not is_returned), 0) as bonus_leads,
      coalesce(sum(round(leads * price_cents / size::numeric)) filter (where not is_returned), 0) as bonus_worth_cents
    from sold group by offer_id
  ), now as (
    select offer_id, sum(orders) as orders, sum(discount_cents) as discount_cents, sum(bonus_leads) as bonus_leads,
      sum(bonus_worth_cents) as bonus_worth_cents
    from (
      select offer_id, orders, discount_cents, bonus_leads, bonus_worth_cents from offer_figures
      union all
      select offer_id, orders, discount_cents, bonus_leads, bonus_worth_cents from offer_figure_changes
    ) each group by offer_id
  )
  select coalesce(x.offer_id, f.offer_id) as offer_id, x.orders as expected_orders, f.orders, x.discount_cents as expected_cents,
    f.discount_cents, x.bonus_leads as expected_leads, f.bonus_leads
  from expected x full join now f using (offer_id)
  where x.orders is distinct from f.orders or x.discount_cents is distinct from f.discount_cents
    or x.bonus_leads is distinct from f.bonus_leads or x.bonus_worth_cents is distinct from f.bonus_worth_cents`

/** Every reserved use is counted, and belongs to an order that is waiting or was paid. */
const USES = `
  select o.offer_id, o.used, o.uses_max, count(u.order_id) as uses
  from offers o left join offer_uses u using (offer_id)
  group by o.offer_id having o.used <> count(u.order_id) or o.used > o.uses_max
  union all
  select u.offer_id, 1, null, 0 from offer_uses u left join orders o using (order_id)
  where o.state is null or o.state = 'cancelled' or (u.owner_id is not null and o.state <> 'awaiting_payment')`

/** @returns the rows that disagree, with both numbers */
export const findOfferFaults = (pool: Pick<pg.Pool, 'query'>) =>
  findFaults(pool, TOTALS, LINES, PROMISES, FIGURES, USES)
