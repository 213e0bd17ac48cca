/** SQL for payments. A payment's row is always locked before its order's. */
import type { Cents } from '#contract/values.ts'
import { type OrderRow, orderWithLines } from '#server/features/orders/order-row.ts'
import { tellRep } from '#server/features/orders/rep-word.ts'
import type { OwnerId } from '#server/platform/context.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

const COLUMNS = 'payment_id, order_id, state, amount_cents, revision, client_secret, challenged_at'

export const findPaymentOfOrder = statement('payments.find_of_order')`
  select ${COLUMNS} from payments where order_id = $orderId`

/** Its buyer is about to pay, so it is checked again soon, whatever its age. */
export const touchPaymentOfOrder = statement('payments.touch_of_order')`
  update payments set check_at = least(check_at, $checkAt), network_key = $networkKey? where order_id = $orderId returning ${COLUMNS}`

export const checkAgain = statement('payments.check_again')`
  update payments set check_at = $checkAt where payment_id = $paymentId`

export const findPayer = statement('payments.find_payer')`
  select o.owner_id from payments p join orders o on o.order_id = p.order_id where p.payment_id = $paymentId`

export const findPayment = statement('payments.find')`select ${COLUMNS} from payments where payment_id = $paymentId`

export type PaymentRow = RowOf<typeof findPayment>

/** Returns the stored ones, which are another call's if two made them at once. No order may be named twice. */
export const savePayments = statement('payments.save')`
  insert into payments (payment_id, order_id, state, amount_cents, revision, client_secret, created_at, check_at, network_key)
  select payment_id, order_id, 'open', amount_cents, revision, client_secret, created_at, check_at, network_key
  from unnest($paymentIds::text[], $orderIds::text[], $amountCents::int[], $revisions::int[], $clientSecrets::text[],
    $createdAts::timestamptz[], $checkAts::timestamptz[], $networkKeys::text[])
    as made (payment_id, order_id, amount_cents, revision, client_secret, created_at, check_at, network_key)
  order by order_id
  on conflict (order_id) do update set client_secret = case when payments.state = 'open'
    then coalesce(payments.client_secret, excluded.client_secret) end
  returning ${COLUMNS}`

/** Never overwrites a newer update. Returns the order's revision after it; null if it waits for no such payment. */
export const recordAmount = statement('payments.note_amount')`
  with told as (
    update payments set revision = greatest(revision, $revision), amount_cents = case when revision <= $revision then $amountCents else amount_cents end
    where payment_id = $paymentId returning order_id
  )
  select o.revision as latest_revision, o.total_cents - o.credit_cents as latest_cents
  from told left join orders o on o.order_id = told.order_id and o.state = 'awaiting_payment' and not o.is_frozen`.as<{
  latest_cents: Cents | null
}>()

/** Once; locks the order with the lines of `revision` (null: only our row knows it). No row if taken before. */
export const claimPayment = statement('payments.claim')`
  with claimed as (
    update payments set state = 'succeeded', succeeded_at = $now where payment_id = $paymentId and state <> 'succeeded'
    returning order_id, coalesce($revision?::int, revision) as paid_revision
  )
  select claimed.paid_revision, ${orderWithLines('claimed.paid_revision')}
  from claimed join orders o on o.order_id = claimed.order_id for update of o`.as<
  OrderRow & { paid_revision: number }
>()

/** Leaves out those that are locked, or whose order is not waiting, so no one waits for someone else's order. */
export const claimPayments = statement('payments.claim_several')`
  with open as materialized (
    select p.payment_id, p.order_id, coalesce(asked.revision, p.revision) as paid_revision
    from payments p join unnest($paymentIds::text[], $revisions::int[]) as asked (payment_id, revision) on asked.payment_id = p.payment_id
    where p.payment_id = any($paymentIds::text[]) and p.state <> 'succeeded'
    order by p.payment_id for update of p skip locked
  ), waiting as materialized (
    select open.payment_id, open.paid_revision, ${orderWithLines('open.paid_revision')}
    from open join orders o on o.order_id = open.order_id
    where o.order_id in (select order_id from open) and o.state = 'awaiting_payment'
    order by o.order_id for update of o skip locked
  ), claimed as (
    update payments p set state = 'succeeded', succeeded_at = $now from waiting where p.payment_id = waiting.payment_id
  )
  select * from waiting`.as<OrderRow & { paid_revision: number; payment_id: string }>()

export const limitLockWait = statement('payments.limit_lock_wait')`select set_config('lock_timeout', $limit, true)`

export const claimFreePayment = statement('payments.claim_free')`
  insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at, succeeded_at)
  values ($paymentId, $orderId, 'succeeded', 0, $revision, $now, $now, $now) on conflict do nothing returning ${COLUMNS}`

export const cancelPayment = statement('payments.cancel')`
  update payments set state = 'cancelled' where payment_id = $paymentId and state in ('open', 'cancelled') returning payment_id`

/** It was seen waiting for 3-D Secure while it was being closed, and is checked again at `over`. */
export const recordChallenge = statement('payments.note_challenge')`
  update payments set challenged_at = coalesce(challenged_at, $now), check_at = least(check_at, $over)
  where payment_id = $paymentId returning challenged_at`

/** Keeps an order from ever getting a payment; no row if it has one. Closing and opening cannot both succeed. */
export const barPayment = statement('payments.bar')`
  insert into payments (payment_id, order_id, state, amount_cents, revision, created_at, check_at)
  values ($paymentId, $orderId, 'cancelled', 0, 0, $now, $now) on conflict do nothing returning payment_id`

export const findOrdersWithoutPayment = statement('payments.orders_without')`
  select order_id from orders o
  where state = 'awaiting_payment' and created_at <= $createdAt and payment_method in ('stripe', 'free') and pay_until is null
    and not exists (select from payments p where p.order_id = o.order_id)
  order by created_at limit $limit`

/** The next check comes after `waitAtLeast` or as long as it has been open, but at age `openFor` in any case. */
export const claimDuePayments = statement('payments.claim_due')`
  update payments set check_at = least($now::timestamptz + greatest($waitAtLeast::interval, $now::timestamptz - created_at),
      case when created_at + $openFor::interval > $now::timestamptz then created_at + $openFor::interval end)
  where payment_id in (select payment_id from payments where state = 'open' and check_at <= $now
                       order by check_at limit $limit for update skip locked)
  returning payment_id, created_at`

export const oweRefund = statement('payments.owe_refund')`
  with owed as (
    insert into refunds (refund_id, payment_id, order_id, amount_cents, reason, created_at) values ($refundId, $paymentId, $orderId, $amountCents, $reason, $now)
    on conflict (refund_id) do nothing returning refund_id
  )
  select job.id from owed, lateral graphile_worker.add_job('refund-payment', json_build_object('refundId', refund_id),
    job_key := 'refund:' || refund_id, max_attempts := 25) as job`

/** Locks it, so that declines at the same moment are counted one after the other. */
export const lockForDeclines = statement('payments.lock_for_declines')`
  select o.owner_id, o.payment_request_id, p.network_key from payments p join orders o on o.order_id = p.order_id
  where p.payment_id = $paymentId for no key update of p`.as<{ owner_id: OwnerId }>()

/** Records declined cards of a locked payment, each once; how many were new, and how many there are now. */
export const recordDeclines = statement('payments.note_declines')`
  with noted as (
    insert into payment_declines (event_id, payment_id, reason, declined_at)
    select id, $paymentId, reason, declined_at from unnest($ids::text[], $reasons::text[], $declinedAts::timestamptz[]) as told (id, reason, declined_at)
    on conflict do nothing returning event_id
  ), counted as (select count(*)::int as added from noted)
  select added, added + (select count(*) from payment_declines where payment_id = $paymentId)::int as declines,
    case when added > 0 then (
      select ${tellRep('o.rep_id')} from payments p join orders o on o.order_id = p.order_id
      where p.payment_id = $paymentId and o.payment_request_id is not null
    ) end as told
  from counted`

export const checkBy = statement('payments.check_by')`
  update payments set check_at = least(check_at, $checkAt) where payment_id = $paymentId`
