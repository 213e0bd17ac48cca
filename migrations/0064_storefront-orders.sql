-- What visitors bought by themselves, by county. Entries still in sales_to_add are added with the rest of their figures.
insert into sale_figures (dimension, value, day, orders, packages, leads, sold_cents, refunded_cents)
select 'storefront', split_part(e.package_id, '-', 1), e.day, count(distinct e.order_id) filter (where e.refund_id = ''),
  sum(e.packages), sum(e.leads), coalesce(sum(e.amount_cents) filter (where e.refund_id = ''), 0),
  coalesce(-sum(e.amount_cents) filter (where e.refund_id <> ''), 0)
from sale_entries e
where e.channel = 'storefront' and not exists (
  select from sales_to_add c cross join lateral unnest(c.line_numbers, c.refund_ids) as k (line_number, refund_id)
  where c.order_id = e.order_id and k.line_number = e.line_number and k.refund_id = e.refund_id
)
group by 2, 3;
