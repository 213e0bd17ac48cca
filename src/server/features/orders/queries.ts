import { ownUses, returnUses, usesLine } from '#server/features/catalogue/return-uses.ts'
import { statement } from '#server/platform/database/statement.ts'
import { type OrderRow, orderWithLines } from './order-row.ts'
import { lineCostSql } from './price-anew.ts'
import { heldCredit, returnCredit } from './return-credit.ts'

/**
 * Creates a cart's open order, or updates it. There is one row per cart, whatever two tabs do at once, because the
 * conflict locks it and the new revision is counted from the locked row. A contact replaces the earlier one completely,
 * so that nothing is sent to a number that its buyer removed; without an email, the earlier contact stays. The arrays
 * have one element per line. `limitedOfferIds` are the offers whose uses the order keeps.
 */
export const placeOrder = statement('orders.place')`
  with placed as (
    insert into orders as o (order_id, reference, token, owner_id, revision, total_cents, lines_digest, payment_method,
      full_name, email, business_name, cell_phone, address, created_at, rep_id, commission_bps, opening_revision, opening_cents,
      credit_cents)
    values ($newOrderId, $reference, $token, $ownerId, 1, $totalCents, $digest, $method, $fullName?, $email?, $businessName?, $cellPhone?, $address?, $now, $userId?, $commissionBps,
      case when $totalCents::int > $usedCreditCents::int then 1 end, case when $totalCents::int > $usedCreditCents::int then $totalCents::int - $usedCreditCents::int end, $usedCreditCents::int)
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
    from placed, unnest($holdIds::text[], $packageIds::text[], $leadTypes::text[], $tiers::text[], $sizes::int[], $states::text[], $counties::text[],
      $deliveryMethods::text[], $priceCents::int[], $discountCents::int[], $bonusLeads::int[], $offers::jsonb[],
      $creditCents::int[], $openOffers::jsonb[]) with ordinality
      as l (hold_id, package_id, lead_type, tier, size, state, county, delivery_method, price_cents, discount_cents, bonus_leads,
        offers, credit_cents, open_offers, line_number)
    on conflict do nothing
  )
  select placed.*,
    exists (select from offer_uses u where u.order_id = placed.order_id and u.offer_id <> all($limitedOfferIds::text[]))
      or ${heldCredit('placed.order_id')} > placed.credit_cents as has_spares
  from placed`

export const recordOpener = statement('orders.record_opener')`
  update orders set opener_ids = opener_ids || $ownerId::text
  where order_id = $orderId and state = 'awaiting_payment'
    and $ownerId <> all (opener_ids) and cardinality(opener_ids) < $openersMax::int`

export const recordPayer = statement('orders.record_payer')`
  update orders set payer_id = $ownerId
  where order_id = $orderId and payer_id is null and paid_at is not null and $ownerId = any (opener_ids)`

export const findOrderByToken = statement('orders.find_by_token')`
  select ${orderWithLines('o.revision')} from orders o where o.token = $token`.as<OrderRow>()

export const findOrders = statement('orders.find')`
  select ${orderWithLines('o.revision')} from orders o where o.order_id = any($orderIds::text[])`.as<OrderRow>()

export const findLatestOrder = statement('orders.find_latest')`
  select ${orderWithLines('o.revision')} from orders o where o.owner_id = $ownerId order by o.created_at desc, o.order_id desc limit 1`.as<OrderRow>()

export const lockOrder = statement('orders.lock')`
  select ${orderWithLines('$revision::int')} from orders o where o.order_id = $orderId for update of o`.as<OrderRow>()

const SOLD = `l.line_number in (
  select s.line_number from unnest($lineNumbers::int[], $holdIds::text[]) as s (line_number, hold_id) where s.hold_id is not null)`

/**
 * Marks a locked, waiting order paid and records what became of each line of the paid revision. A line without a sold
 * hold is refunded. Contact and `customerKey` are filled in if the order has none. Uses of offers and store credit that
 * no sold line needs are returned; the rest is the order's for good.
 */
export const markPaid = statement('orders.mark_paid')`
  with lines as (
    update order_lines l set hold_id = coalesce(s.hold_id, l.hold_id), outcome = case when s.hold_id is null then 'refunded' else 'sold' end
    from unnest($lineNumbers::int[], $holdIds::text[]) as s (line_number, hold_id)
    where l.order_id = $orderId and l.revision = $revision and l.line_number = s.line_number
  ), uses_kept as (
    update offer_uses u set owner_id = null, customer_key = coalesce(customer_key, $customerKey?)
    where u.order_id = $orderId and ${usesLine('$orderId', '$revision', SOLD)}
  ), ${returnUses(`u.order_id = $orderId and not ${usesLine('$orderId', '$revision', SOLD)}`)}, ${returnCredit(
    `select $orderId::text as order_id, 'paid' as cause, $paidAt::timestamptz as made_at, (
       select coalesce(sum(l.credit_cents), 0) from order_lines l where l.order_id = $orderId and l.revision = $revision and ${SOLD}
     ) as keep_cents`,
  )}
  update orders set state = $state, revision = $revision, total_cents = $totalCents, credit_cents = $creditCents, refunded_cents = $refundedCents, paid_at = $paidAt, is_frozen = false,
    full_name = coalesce(full_name, $fullName?), email = coalesce(email, $email?), cell_phone = coalesce(cell_phone, $cellPhone?), payment_method = $paymentMethod, card = $card?
  where order_id = $orderId and state = 'awaiting_payment'`

export const priceLinesAnew = statement('orders.price_lines_anew')`
  update order_lines l set discount_cents = p.discount_cents, offers = p.offers, credit_cents = p.credit_cents
  from unnest($lineNumbers::int[], $discountCents::int[], $offers::jsonb[], $creditCents::int[]) as p (line_number, discount_cents, offers, credit_cents)
  where l.order_id = $orderId and l.revision = $revision and l.line_number = p.line_number`

/** Returns its cart, and the holds it took out of the cart when it was frozen. */
export const cancelOrder = statement('orders.cancel')`
  with waiting as (
    select order_id, owner_id, revision, is_frozen from orders where order_id = $orderId and state = 'awaiting_payment' for update
  ), closed as (
    update orders o set state = 'cancelled', closed_at = $now, is_frozen = false from waiting where o.order_id = waiting.order_id
  ), ${returnUses('u.order_id in (select order_id from waiting)')}, ${returnCredit(
    `select order_id, 0 as keep_cents, 'closed' as cause, $now::timestamptz as made_at from waiting`,
  )}
  select owner_id, array(select hold_id from order_lines l where waiting.is_frozen and l.order_id = waiting.order_id
                         and l.revision = waiting.revision and hold_id is not null) as frozen_hold_ids
  from waiting`

export const keepForLink = statement('orders.keep_for_link')`
  update orders set pay_until = $payUntil, rep_id = $repId, commission_bps = $commissionBps where order_id = $orderId`

export const unfreezeOrder = statement('orders.unfreeze')`
  update orders set is_frozen = false where order_id = $orderId and state = 'awaiting_payment' and payment_method = 'stripe'`

export const freezeOrder = statement('orders.freeze')`
  with lines as (
    select sum(${lineCostSql('l')}) as total_cents, sum(credit_cents) as credit_cents, array_remove(array_agg(hold_id), null) as hold_ids
    from order_lines l where order_id = $orderId and revision = $revision
  ), ${ownUses('$orderId', 'null')}
  update orders set is_frozen = true, revision = $revision, total_cents = lines.total_cents, credit_cents = lines.credit_cents
  from lines where order_id = $orderId and state = 'awaiting_payment' and not is_frozen returning lines.hold_ids`

/** With the lines of its own revision, which is the paid one once it was paid. */
export const lockAsPaid = statement('orders.lock_as_paid')`
  select ${orderWithLines('o.revision')} from orders o where o.order_id = $orderId for update of o`.as<OrderRow>()

export const addRefund = statement('orders.add_refund')`
  update orders set refunded_cents = refunded_cents + $amountCents, state = $state where order_id = $orderId`

export const markProcessed = statement('orders.mark_processed')`
  update orders set state = 'processed' where order_id = $orderId and state = 'paid'`

export const lockOrderOnly = statement('orders.lock_only')`select from orders where order_id = $orderId for update`

/** Returns what a locked order's own revision does not need; nothing once it moved on. */
export const returnSpares = statement('orders.return_spares')`
  with current as (
    select order_id, credit_cents from orders where order_id = $orderId and revision = $revision and state = 'awaiting_payment'
  ), ${returnUses(`u.order_id = $orderId and exists (select from current) and not ${usesLine('$orderId', '$revision')}`)}, ${returnCredit(
    'select order_id, credit_cents as keep_cents, $revision::int as cause, $now::timestamptz as made_at from current',
  )}
  select count(*) from uses_counted`
