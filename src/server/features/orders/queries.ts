/** All SQL of orders. */
import { heldCredit, returnCredit } from '#server/features/credit-ledger/return-credit.ts'
import { ownUses, returnUses, usesLine } from '#server/features/offers/return-uses.ts'
import { statement } from '#server/platform/database.ts'
import { type OrderRow, orderWithLines } from './order-row.ts'

export interface OpenOrderRow {
  order_id: string
  reference: string
  revision: number
  total_cents: number
  credit_cents: number
  opening_revision: number | null
  opening_cents: number | null
  /** Whether this cart made other orders before: one of them may be taking the same lines at this moment. */
  has_earlier: boolean
  /** The buyer's as the order knows it now. */
  email: string | null
  /** Whether an earlier revision reserved an offer that this one does not use, or more credit than it uses. */
  has_spares: boolean
}

/**
 * Makes a cart's open order, or brings it up to date: one row per cart, whatever two tabs do at once, because the
 * conflict locks it and the new revision is counted from the locked row. A contact replaces the one that stands, so that
 * nothing is sent to a number which its buyer took out again; without one (no email) that stays.
 * $1 order id, $2 reference, $3 token, $4 owner, $5 total, $6 digest, $7 method, $8 name, $9 email, $10 business,
 * $11 phone, $12 address, $13 now, $14 rep, $15 commission; lines: $16 holds, $17 packages, $18 lead types, $19 tiers,
 * $20 sizes, $21 states, $22 counties, $23 delivery methods, $24 prices, $25 discounts, $26 bonus leads,
 * $27 which offers (JSON); $28 all offers whose uses it wants to keep; $29 what store credit pays of it, $30 of each line; $31 the
 * discounts that are for each line (JSON).
 */
export const placeOrder = statement<OpenOrderRow>(
  'orders.place',
  `with placed as (
     insert into orders as o (order_id, reference, token, owner_id, revision, total_cents, lines_digest, payment_method,
       full_name, email, business_name, cell_phone, address, created_at, rep_id, commission_bps, opening_revision, opening_cents,
       credit_cents)
     values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
       case when $5::int > $29::int then 1 end, case when $5::int > $29::int then $5::int - $29::int end, $29::int)
     on conflict (owner_id) where state = 'awaiting_payment' and not is_frozen do update set
       revision = o.revision + (o.lines_digest <> excluded.lines_digest)::int,
       total_cents = excluded.total_cents,
       credit_cents = excluded.credit_cents,
       lines_digest = excluded.lines_digest,
       payment_method = excluded.payment_method,
       full_name = coalesce(excluded.full_name, o.full_name),
       email = coalesce(excluded.email, o.email),
       business_name = case when excluded.email is null then o.business_name else excluded.business_name end,
       cell_phone = case when excluded.email is null then o.cell_phone else excluded.cell_phone end,
       address = case when excluded.email is null then o.address else excluded.address end,
       opening_revision = coalesce(o.opening_revision, case when excluded.opening_cents > 0 then o.revision + 1 end),
       opening_cents = coalesce(o.opening_cents, excluded.opening_cents)
     returning order_id, reference, revision, total_cents, credit_cents, opening_revision, opening_cents, email
   ), lines as (
     insert into order_lines (order_id, revision, line_number, hold_id, package_id, lead_type, tier, size, state, county,
       delivery_method, price_cents, discount_cents, bonus_leads, offers, credit_cents, open_offers)
     select placed.order_id, placed.revision, l.line_number, l.hold_id, l.package_id, l.lead_type, l.tier, l.size, l.state,
       l.county, l.delivery_method, l.price_cents, l.discount_cents, l.bonus_leads, l.offers, l.credit_cents, l.open_offers
     from placed, unnest($16::text[], $17::text[], $18::text[], $19::text[], $20::int[], $21::text[], $22::text[],
       $23::text[], $24::int[], $25::int[], $26::int[], $27::jsonb[],
       $30::int[], $31::jsonb[]) with ordinality
       as l (hold_id, package_id, lead_type, tier, size, state, county, delivery_method, price_cents, discount_cents, bonus_leads,
         offers, credit_cents, open_offers, line_number)
     on conflict do nothing
   )
   select placed.*, exists (select from orders e where e.owner_id = $4 and e.order_id <> placed.order_id) as has_earlier,
     exists (select from offer_uses u where u.order_id = placed.order_id and u.offer_id <> all($28::text[]))
       or ${heldCredit('placed.order_id')} > placed.credit_cents as has_spares
   from placed`,
)

/** $1 status token. */
export const findOrderByToken = statement<OrderRow>(
  'orders.find_by_token',
  `select ${orderWithLines('o.revision')} from orders o where o.token = $1`,
)

/** $1 order. */
export const findOrder = statement<OrderRow>(
  'orders.find',
  `select ${orderWithLines('o.revision')} from orders o where o.order_id = $1`,
)

/** A cart's latest order: $1 owner. */
export const findLatestOrder = statement<OrderRow>(
  'orders.find_latest',
  `select ${orderWithLines('o.revision')} from orders o where o.owner_id = $1 order by o.created_at desc, o.order_id desc limit 1`,
)

/** Locks an order for a decision about its payment, with the lines of revision $2: $1 order. */
export const lockOrder = statement<OrderRow>(
  'orders.lock',
  `select ${orderWithLines('$2::int')} from orders o where o.order_id = $1 for update of o`,
)

/** The lines `l` that were given a hold, of the arrays of `markPaid`. */
const SOLD = `l.line_number in (
  select s.line_number from unnest($11::int[], $12::text[]) as s (line_number, hold_id) where s.hold_id is not null)`

/**
 * Marks a locked, waiting order paid and says what became of each line: $1 order, $2 paid revision, $3 total,
 * $4 refunded, $5 state (`paid`, or `refunded` when nothing could be given), $6 now, $7 to $9 contact to fill in where
 * none stands (name, email, phone), $10 method; lines of that revision: $11 numbers, $12 sold holds (null: refunded); $13 the
 * buyer's key for limits per customer, where none stands (null: not known), $14 what store credit paid of it. Uses of offers that
 * no sold line was given are given back, and so is store credit that no sold line uses; the rest is its own for good.
 */
export const markPaid = statement(
  'orders.mark_paid',
  `with lines as (
     update order_lines l set hold_id = coalesce(s.hold_id, l.hold_id), outcome = case when s.hold_id is null then 'refunded' else 'sold' end
     from unnest($11::int[], $12::text[]) as s (line_number, hold_id)
     where l.order_id = $1 and l.revision = $2 and l.line_number = s.line_number
   ), uses_kept as (
     update offer_uses u set owner_id = null, customer_key = coalesce(customer_key, $13)
     where u.order_id = $1 and ${usesLine('$1', '$2', SOLD)}
   ), ${returnUses(`u.order_id = $1 and not ${usesLine('$1', '$2', SOLD)}`)}, ${returnCredit({
     order: '$1',
     keep: `(select coalesce(sum(l.credit_cents), 0) from order_lines l where l.order_id = $1 and l.revision = $2 and ${SOLD})`,
     cause: `'paid'`,
     at: '$6',
   })}
   update orders set state = $5, revision = $2, total_cents = $3, credit_cents = $14, refunded_cents = $4, paid_at = $6, is_frozen = false,
     full_name = coalesce(full_name, $7), email = coalesce(email, $8), cell_phone = coalesce(cell_phone, $9), payment_method = $10
   where order_id = $1 and state = 'awaiting_payment'`,
)

/**
 * Prices lines of a locked, waiting order anew, because others of them were lost: $1 order, $2 revision; $3 line numbers, $4
 * discounts, $5 which offers (JSON), $6 what store credit pays of each.
 */
export const priceLinesAnew = statement(
  'orders.price_lines_anew',
  `update order_lines l set discount_cents = p.discount_cents, offers = p.offers, credit_cents = p.credit_cents
   from unnest($3::int[], $4::int[], $5::jsonb[], $6::int[]) as p (line_number, discount_cents, offers, credit_cents)
   where l.order_id = $1 and l.revision = $2 and l.line_number = p.line_number`,
)

/** Closes an order nobody will pay: $1 order, $2 now. Returns its cart, and the holds it took out of it when it was frozen. */
export const cancelOrder = statement<{ owner_id: string; frozen_hold_ids: string[] }>(
  'orders.cancel',
  `with waiting as (
     select order_id, owner_id, revision, is_frozen from orders where order_id = $1 and state = 'awaiting_payment' for update
   ), closed as (
     update orders o set state = 'cancelled', closed_at = $2, is_frozen = false from waiting where o.order_id = waiting.order_id
   ), ${returnUses('u.order_id in (select order_id from waiting)')}, ${returnCredit({
     order: '$1',
     keep: '0',
     cause: `'closed'`,
     at: '$2',
     when: 'exists (select from waiting)',
   })}
   select owner_id, array(select hold_id from order_lines l where waiting.is_frozen and l.order_id = waiting.order_id
                          and l.revision = waiting.revision and hold_id is not null) as frozen_hold_ids
   from waiting`,
)

/** Lets an order wait for its link: $1 order, $2 until when, $3 rep, $4 commission. */
export const keepForLink = statement(
  'orders.keep_for_link',
  'update orders set pay_until = $2, rep_id = $3, commission_bps = $4 where order_id = $1',
)

/** Lets the payment of a link's order be tried again: $1 order. */
export const unfreezeOrder = statement(
  'orders.unfreeze',
  `update orders set is_frozen = false where order_id = $1 and state = 'awaiting_payment' and payment_method = 'stripe'`,
)

/** Freezes an order whose payment is under way, at the revision being paid: $1 order, $2 revision. Returns its holds. */
export const freezeOrder = statement<{ hold_ids: string[] }>(
  'orders.freeze',
  `with lines as (
     select sum(price_cents - discount_cents) as total_cents, sum(credit_cents) as credit_cents, array_remove(array_agg(hold_id), null) as hold_ids
     from order_lines where order_id = $1 and revision = $2
   ), ${ownUses('$1', 'null')}
   update orders set is_frozen = true, revision = $2, total_cents = lines.total_cents, credit_cents = lines.credit_cents
   from lines where order_id = $1 and state = 'awaiting_payment' and not is_frozen returning lines.hold_ids`,
)

/** Locks an order with the lines of its own revision, which is the paid one once it was paid: $1 order. */
export const lockAsPaid = statement<OrderRow>(
  'orders.lock_as_paid',
  `select ${orderWithLines('o.revision')} from orders o where o.order_id = $1 for update of o`,
)

/** More of a paid order's money went back: $1 order, $2 cents, $3 its state from now on. */
export const addRefund = statement(
  'orders.add_refund',
  'update orders set refunded_cents = refunded_cents + $2, state = $3 where order_id = $1',
)

/** The buyer of a locked, paid order has everything: $1 order. */
export const markProcessed = statement(
  'orders.mark_processed',
  `update orders set state = 'processed' where order_id = $1 and state = 'paid'`,
)

/** Locks an order: $1 order. */
export const lockOrderOnly = statement('orders.lock_only', 'select from orders where order_id = $1 for update')

/**
 * Gives back what a locked order's own revision does not need, uses of offers and store credit: $1 order, $2 that revision, $3
 * now; nothing where it moved on.
 */
export const returnSpares = statement(
  'orders.return_spares',
  `with current as (
     select order_id, credit_cents from orders where order_id = $1 and revision = $2 and state = 'awaiting_payment'
   ), ${returnUses(`u.order_id = $1 and exists (select from current) and not ${usesLine('$1', '$2')}`)}, ${returnCredit(
     {
       order: '$1',
       keep: 'coalesce((select credit_cents from current), 0)',
       cause: '$2::int',
       at: '$3',
       when: 'exists (select from current)',
     },
   )}
   select count(*) from uses_counted`,
)
