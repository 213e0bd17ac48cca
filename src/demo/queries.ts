/** SQL for the demo. It writes other features' tables directly, before anyone can look. */
import type { LeadType, PackageId, Size, Tier } from '#contract/catalogue/catalogue.ts'
import type { Cents } from '#contract/values.ts'
import { assignCount, isAboveCounted } from '#server/features/stock/stock-changes.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { statement } from '#server/platform/database/statement.ts'

export const insertCustomers = statement('demo.insert_customers')`
  insert into customers (customer_id, rep_id, name, email, phone, business_name, notes, created_at, updated_at)
  select customer_id, rep_id, name, email, phone, business_name, notes, created_at, created_at
  from jsonb_to_recordset($customers::jsonb) as c (customer_id text, rep_id text, name text, email text, phone text,
    business_name text, notes text, created_at timestamptz)`

/** Adds ended payment requests, given as a JSON array, with the messages of their links. Their customers must exist. */
export const insertRequests = statement('demo.insert_requests')`
  with given as materialized (
    select * from jsonb_to_recordset($requests::jsonb) as r (payment_request_id text, token text, order_id text, rep_id text,
      customer_email text, customer_name text, status text, total_cents int, refunded_cents int, special_offers text,
      created_at timestamptz, expires_at timestamptz, paid_at timestamptz, closed_at timestamptz, close_reason text,
      closed_by text, replaces_id text, opened_at timestamptz, remind_at timestamptz, reminded_at timestamptz)
  ), told as (
    insert into messages (message_id, kind, subject_id, state, attempts, created_at, queued_at, sent_at)
    select 'payment_request.' || payment_request_id || '.1', 'payment_request', payment_request_id, 'sent', 1, created_at,
      created_at, created_at from given
    union all
    select 'payment_reminder.' || payment_request_id, 'payment_reminder', payment_request_id, 'sent', 1, reminded_at,
      reminded_at, reminded_at from given where reminded_at is not null
  )
  insert into payment_requests (payment_request_id, token, order_id, rep_id, customer_id, status, customer_name,
    customer_email, total_cents, refunded_cents, special_offers, created_at, expires_at, paid_at, closed_at, close_reason,
    closed_by, replaces_id, opened_at, last_opened_at, remind_at, reminded_at)
  select payment_request_id, token, order_id, g.rep_id, c.customer_id, status, customer_name, customer_email, total_cents,
    refunded_cents, special_offers, g.created_at, expires_at, paid_at, closed_at, close_reason, closed_by, replaces_id,
    opened_at, opened_at, remind_at, reminded_at
  from given g join customers c on c.rep_id = g.rep_id and lower(c.email) = lower(g.customer_email)`

/** Packages with plenty left that the demo did not sell, so a live link's holds come last in their history. */
export const listUnsold = statement('demo.list_unsold')`
  select p.package_id, p.lead_type, p.tier, p.size, c.state, c.name as county, r.price_cents
  from unnest($fips::text[]) with ordinality as asked (fips, place)
  join packages p using (fips) join counties c using (fips) join prices r using (lead_type, tier, size)
  where p.available > 20
    and not exists (select from stock_movements m where m.package_id = p.package_id and m.reason = 'hold')
  order by asked.place, md5(p.package_id) limit $limit`.as<{
  package_id: PackageId
  lead_type: LeadType
  tier: Tier
  size: Size
  price_cents: Cents
}>()

export const recordLooked = statement('demo.note_looked')`
  update payment_requests set opened_at = $openedAt, last_opened_at = $openedAt where payment_request_id = $paymentRequestId`

/** Claims the load; returns a row if no one has created the data before. */
export const claimLoad = statement('demo.claim_load')`
  insert into demo_loads (name, loaded_at) values ($name, $now) on conflict do nothing returning name`

/** Only for a store whose stock is the demo's. */
export const claimLeads = statement('demo.claim_leads')`
  insert into demo_loads (name, loaded_at)
  select 'demo leads', $now where exists (select from stock_movements where cause = 'demo')
  on conflict do nothing returning name`

export const findLoad = statement('demo.find_load')`select name from demo_loads where name = $name`

export const hasStock = statement('demo.has_stock')`select exists (select from stock_movements) as has_stock`

export const listPrices = statement('demo.list_prices')`select lead_type, tier, size, price_cents from prices`.as<{
  lead_type: LeadType
  tier: Tier
  size: Size
}>()

/**
 * Gives every package a stock level derived from its id and the size of its county: a pool of leads per lead type and
 * tier, and as many units of each size as it fills. VIP packages come in tens in a large county, few or none in a small
 * one; some are sold out, large sizes before small ones, and a tier of plain ones may be unlimited. Travis County, Texas (48453), where people look first, has plenty
 * and one of each state. The demo's sales (`packageIds`, `units` of each) are added on top, in one movement per package.
 */
export const setDemoStock = statement('demo.set_stock')`
  with sold as (
    select * from unnest($packageIds::text[], $units::int[]) as s (package_id, units)
  ), chances (county, tier, out_below, unlimited_from, leads_from, spread) as (
    values ('large', 'vip', 120, 1000, 300, 1000), ('large', 'premier', 80, 1000, 800, 2800),
      ('large', 'premium', 40, 940, 2400, 8600), ('large', 'standard', 30, 700, 6000, 12000),
      ('middle', 'vip', 300, 1000, 40, 280), ('middle', 'premier', 150, 1000, 160, 840),
      ('middle', 'premium', 70, 980, 500, 3500), ('middle', 'standard', 40, 850, 1200, 6800),
      ('small', 'vip', 600, 1000, 0, 100), ('small', 'premier', 350, 1000, 20, 240),
      ('small', 'premium', 150, 1000, 80, 920), ('small', 'standard', 80, 970, 200, 2200)
  ), drawn as materialized (
    select p.package_id, p.fips, p.lead_type, p.tier, p.size, coalesce(sold.units, 0) as sold,
      case when p.fips = any($large::text[]) then 'large' when p.fips = any($middle::text[]) then 'middle' else 'small' end as county,
      ('x' || substr(md5(p.fips || p.lead_type || p.tier), 13, 6))::bit(24)::int % 1000 as luck,
      ('x' || substr(md5(p.package_id), 7, 6))::bit(24)::int as draw,
      ('x' || substr(md5(p.fips || p.lead_type || p.tier), 1, 6))::bit(24)::int as pool_draw
    from packages p left join sold using (package_id)
  ), filled as (
    select drawn.*, out_below, unlimited_from, (leads_from + pool_draw % spread) / size as fills
    from drawn join chances using (county, tier)
  ), chosen as materialized (
    select package_id, sold, case
      when fips = '48453' and lead_type = 'landlord' and tier = 'vip' then
        case size when 100 then 0 when 50 then 7 else 24 end
      when fips = '48453' and tier = 'standard' and size = 100 then 5000
      when fips = '48453' then greatest(fills, 11 + draw % 9)
      when luck * 40 < out_below * size then 0
      when luck >= unlimited_from then (array[1500, 2500, 5000, 10000])[1 + draw % 4]
      else fills end as stock
    from filled
  ), counted as (
    update packages p set
      ${assignCount('stock', `case when ${isAboveCounted('stock')} then 0 else stock end`)}
    from chosen where p.package_id = chosen.package_id returning 1
  ), moved as (
    insert into stock_movements (package_id, delta, reason, cause, note, moved_at)
    select package_id, case when ${isAboveCounted('stock')} then 0 else stock + sold end, 'set', $cause,
      case when ${isAboveCounted('stock')} then 'unlimited (' || stock || ')' end, $movedAt
    from chosen
  )
  select count(*)::int as packages, pg_notify('catalogue_changed', '*') as notified from counted`

const ORDERS = `jsonb_to_recordset($json::jsonb) as o (order_id text, reference text, token text, owner_id text, state text,
  total_cents int, refunded_cents int, full_name text, email text, business_name text,
  cell_phone text, rep_id text, commission_bps int, placed_at timestamptz, created_at timestamptz,
  payment_opened_at timestamptz, pay_until timestamptz, paid_at timestamptz, closed_at timestamptz, refunded_at timestamptz,
  payment_id text, refund_id text, lines jsonb)`

const LINES = `${ORDERS} cross join lateral jsonb_to_recordset(o.lines) as l (line_number int, hold_id text,
  package_id text, lead_type text, tier text, size int, state text, county text, delivery_method text, price_cents int,
  bonus_leads int, offers jsonb)`

/** Adds orders with their payments and refunds. An order that ended unpaid is barred, as closing leaves it. */
export const insertOrders = statement('demo.insert_orders')`
  with placed as (
    insert into orders (order_id, reference, token, owner_id, state, revision, total_cents, lines_digest, opening_revision,
      opening_cents, refunded_cents, payment_method, full_name, email, business_name, cell_phone, rep_id, commission_bps,
      created_at, pay_until, paid_at, closed_at, refund_state)
    select order_id, reference, token, owner_id, state, 1, total_cents, 'demo', 1, total_cents, refunded_cents,
      'stripe', full_name, email, business_name, cell_phone, rep_id, commission_bps, created_at, pay_until, paid_at, closed_at,
      case when refunded_at is not null then 'refunded' end
    from ${ORDERS}
  ), paid as (
    insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at, succeeded_at)
    select payment_id, order_id, 'succeeded', total_cents, 1, payment_opened_at, paid_at, paid_at
    from ${ORDERS} where paid_at is not null
    union all
    select 'none_' || order_id, order_id, 'cancelled', 0, 0, closed_at, closed_at, null from ${ORDERS} where paid_at is null
  ), given_back as (
    insert into refund_lines (refund_id, line_number, amount_cents, is_returned)
    select refund_id, line_number, price_cents, true
    from ${ORDERS} cross join lateral jsonb_to_recordset(o.lines) as l (line_number int, price_cents int)
    where refunded_at is not null
  )
  insert into refunds (refund_id, payment_id, order_id, amount_cents, reason, state, provider_refund_id, created_at, made_at,
    note)
  select refund_id, payment_id, order_id, refunded_cents, 'admin', 'made', 're_' || refund_id, refunded_at, refunded_at,
    (array['Wanted another county', 'Bought twice by mistake', 'Too many bad numbers'])[1 + total_cents / 100 % 3]
  from ${ORDERS} where refunded_at is not null`

/** `unitsKeptAfterLink`: how long after a link's end its units stay held. */
export const insertLines = statement('demo.insert_lines')`
  with lines as (
    insert into order_lines (order_id, revision, line_number, hold_id, package_id, lead_type, tier, size, state, county,
      delivery_method, price_cents, bonus_leads, offers, outcome)
    select order_id, 1, line_number, hold_id, package_id, lead_type, tier, size, l.state, county, delivery_method,
      price_cents, bonus_leads, offers, case when paid_at is null then 'open' else 'sold' end
    from ${LINES}
  ), held as (
    insert into holds (hold_id, package_id, owner_id, state, took_unit, placed_at, expires_at, ended_at, order_id, bonus_leads,
      bonus_offers)
    select hold_id, package_id, owner_id, 'sold', not p.is_unlimited, placed_at,
      coalesce(pay_until + $unitsKeptAfterLink::interval, placed_at + interval '30 minutes'), paid_at, order_id, bonus_leads, offers
    from ${LINES} join packages p using (package_id) where hold_id is not null
  )
  insert into stock_movements (package_id, delta, reason, cause, moved_at)
  select package_id, -1, 'hold', hold_id, placed_at from ${LINES} join packages p using (package_id)
  where hold_id is not null and not p.is_unlimited order by placed_at, hold_id`

export const listDemoPaymentsStatement = statement('demo.list_payments')`
  select p.payment_id, p.order_id, o.reference, p.amount_cents, p.succeeded_at,
    coalesce((select sum(r.amount_cents) from refunds r where r.payment_id = p.payment_id and r.state = 'made'), 0)::int as refunded_cents
  from payments p join orders o on o.order_id = p.order_id
  where p.payment_id like 'pi\\_demo\\_%' and p.state = 'succeeded' order by p.payment_id`.as<{ succeeded_at: Date }>()

/** For the sandbox's card provider, which could not refund unknown payments. Amounts are in cents. */
export async function listDemoPayments(ctx: PlatformContext) {
  return (await ctx.database.run(listDemoPaymentsStatement)).map((row) => ({
    paymentId: row.payment_id,
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    paidAt: row.succeeded_at,
    metadata: { order_id: row.order_id, reference: row.reference },
  }))
}
