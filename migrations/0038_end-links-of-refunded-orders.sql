-- Links to leads that were downloaded went on working after all of their money went back. What the store does at a refund and at
-- a lost dispute from now on, once for those before: the line is ended, its files are deleted.
with given as (
  select r.order_id, l.line_number, sum(l.amount_cents) as cents, bool_or(l.is_returned) as is_returned
  from refunds r join refund_lines l on l.refund_id = r.refund_id group by 1, 2
), lost as (
  select order_id, sum(amount_cents) as cents from disputes where status = 'lost' group by 1
), ended as (
  update deliveries d set cancelled_at = now(), state = case when d.state = 'delivered' then d.state else 'cancelled' end
  from orders o
    join order_lines l on l.order_id = o.order_id and l.revision = o.revision
    left join given g on g.order_id = l.order_id and g.line_number = l.line_number
    left join lost on lost.order_id = o.order_id
  where d.order_id = o.order_id and l.line_number = d.line_number and d.cancelled_at is null
    and (d.state = 'cancelled' or o.state = 'refunded' or lost.cents + o.refunded_cents >= o.total_cents - o.credit_cents
      or g.is_returned or (g.cents > 0 and g.cents >= l.price_cents - l.discount_cents))
  returning d.order_id, d.line_number
)
delete from delivery_files f using ended e where f.order_id = e.order_id and f.line_number = e.line_number;
