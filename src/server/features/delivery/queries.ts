/** SQL that creates, hands over and ends deliveries. Lock a delivery's order before changing it. */
import type { DeliveryFormat } from '#contract/delivery/delivery.ts'
import type { OrderId } from '#contract/values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { describeLine } from '#server/features/orders/order-words.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'

/**
 * Adds a delivery for each sold line of paid orders, once, and queues the jobs of those with leads. `claimTerms` is JSON.
 * One statement, because every payment waits for it. Orders and lines are looked up by key, whatever the planner thinks
 * of the tables' size (`offset 0`).
 */
export const writeDeliveries = statement('delivery.write')`
  with written as (
    insert into deliveries (order_id, line_number, hold_id, kind, method, leads, created_at, claim_terms, due_at)
    select o.order_id, l.line_number, l.hold_id, case when h.has_leads then 'leads' else 'by_hand' end, l.delivery_method,
      l.size + l.bonus_leads, $now, $claimTerms::jsonb, o.paid_at + $deliveryPromiseMs::bigint * interval '1 millisecond'
    from unnest($orderIds::text[]) as asked (order_id)
    cross join lateral (select order_id, revision, paid_at from orders where order_id = asked.order_id offset 0) o
    cross join lateral (select * from order_lines where order_id = o.order_id and revision = o.revision offset 0) l
    left join holds h on h.hold_id = l.hold_id
    where l.outcome = 'sold' and l.hold_id is not null
    on conflict do nothing returning order_id, kind
  )
  select count(job.id)::int as jobs from (select distinct order_id from written where kind = 'leads') wanted,
    lateral graphile_worker.add_job('deliver-leads', json_build_object('orderId', wanted.order_id),
      job_key := 'delivery:' || wanted.order_id, max_attempts := 25) as job`

/**
 * Ends an order's refunded lines: all of them (by refunds, or by a lost dispute), or a line whose package or whole
 * amount went back. Their links no longer open them and their files are deleted; undelivered lines are canceled.
 * Returns how many it canceled.
 */
export const endRefunded = statement('delivery.end_refunded')`
  with given as (
    select r.order_id, l.line_number, bool_or(l.is_gone or l.is_returned) as is_gone
    from refunds r join refund_lines l on l.refund_id = r.refund_id where r.order_id = $orderId group by 1, 2
  ), lost as (
    select coalesce(sum(amount_cents), 0) as cents from disputes where order_id = $orderId and status = 'lost'
  ), ended as (
    update deliveries d set cancelled_at = $now, state = case when d.state = 'delivered' then d.state else 'cancelled' end
    from lost, orders o join order_lines l on l.order_id = o.order_id and l.revision = o.revision
      left join given g on g.line_number = l.line_number
    where d.order_id = $orderId and o.order_id = d.order_id and l.line_number = d.line_number and d.cancelled_at is null
      and (o.state = 'refunded' or (lost.cents > 0 and lost.cents + o.refunded_cents >= o.total_cents - o.credit_cents)
        or g.is_gone)
    returning d.order_id, d.line_number, d.state
  ), forgotten as (
    delete from delivery_files f using ended e where f.order_id = e.order_id and f.line_number = e.line_number
  )
  select (count(*) filter (where state = 'cancelled'))::int as cancelled from ended`

/** Counts the lines of the order `orderId` that are waiting, and those that its buyer has. */
export const countLines = statement('delivery.count_lines')`
  select (count(*) filter (where state in ('waiting', 'failed')))::int as open,
    (count(*) filter (where state in ('sent', 'delivered')))::int as handed
  from deliveries where order_id = $orderId`

interface DeliveryParts {
  /** Everything about each file except its bytes. */
  files: { format: DeliveryFormat; name: string; size: number; checksum: string }[]
}

/** A delivery `d` with the facts about its files. `missing`: leads withdrawn before delivery and not replaced. */
const WITH_FILES = `d.order_id, d.line_number, d.hold_id, d.kind, d.method, d.state, d.leads, d.created_at, d.due_at,
  d.handover_id, d.sent_at, d.delivered_at, d.handled_by, d.note, d.problem, d.late_at, d.cancelled_at,
  coalesce((select s.leads from lead_shortfalls s where s.order_id = d.order_id and s.hold_id = d.hold_id), 0) as missing,
  coalesce((select jsonb_agg(jsonb_build_object('format', f.format, 'name', f.name, 'size', f.size, 'checksum', f.checksum) order by f.format)
            from delivery_files f where f.order_id = d.order_id and f.line_number = d.line_number), '[]') as files`

export const listDeliveries = statement('delivery.list')`
  select ${WITH_FILES} from deliveries d where d.order_id = $orderId order by d.line_number`.as<DeliveryParts>()

/** `cancelled_at`: when its money went back and its link ended. */
export type DeliveryRow = RowOf<typeof listDeliveries>

/** Lists and locks them until the transaction ends. */
export const lockDeliveries = statement('delivery.lock')`
  select ${WITH_FILES} from deliveries d where d.order_id = $orderId order by d.line_number for update of d`.as<DeliveryParts>()

export const findContact = statement('delivery.find_contact')`
  select email, cell_phone from orders where order_id = $orderId`

/** Adds a link and its message. `sentTo` is an address to use instead of the order's. */
export const writeHandover = statement('delivery.write_handover')`
  insert into delivery_handovers (handover_id, order_id, token_fingerprint, message_id, sent_to, created_at, expires_at,
    created_by, attempt_id, confirms_order)
  values ($handoverId, $orderId, $tokenFingerprint, $messageId?, $sentTo?, $now, $expiresAt, $createdBy?, $attemptId?, $confirmsOrder)`

/** Lets only this link open lines of its order, and keeps their files `until` then. A failed line waits again. */
export const openLines = statement('delivery.open_lines')`
  with opened as (
    update deliveries set handover_id = $handoverId, problem = null, state = case when state = 'failed' then 'waiting' else state end
    where order_id = $orderId and line_number = any($lineNumbers::int[]) returning order_id, line_number
  )
  update delivery_files f set kept_until = greatest(f.kept_until, $until::timestamptz) from opened o
  where f.order_id = o.order_id and f.line_number = o.line_number`

export const findHandover = statement('delivery.find_handover')`
  select handover_id, order_id, message_id, has_switched, sent_to, created_at, expires_at, confirms_order from delivery_handovers
  where handover_id = $handoverId`

export type HandoverRow = RowOf<typeof findHandover>

/** Lists which of these links open nothing anymore. */
export const listReplaced = statement('delivery.list_replaced')`
  select handover_id from unnest($handoverIds::text[]) as old (handover_id)
  where not exists (select from deliveries d where d.handover_id = old.handover_id)`

/** Assigns another message to a link; `hasSwitched` if it uses the other channel. */
export const carryBy = statement('delivery.carry_by')`
  update delivery_handovers set message_id = $messageId, has_switched = $hasSwitched where handover_id = $handoverId`

/** Leaves it to another email to confirm the order. No row if this link's email was not to do so. */
export const stopConfirming = statement('delivery.stop_confirming')`
  update delivery_handovers set confirms_order = false where handover_id = $handoverId and confirms_order returning order_id`

/** Marks what a link opens as failed, because its message reached no one; delivered lines stay delivered. */
export const recordFailed = statement('delivery.note_failed')`
  update deliveries d set state = 'failed', problem = $problem,
    sent_at = case when d.sent_at >= h.created_at then null else d.sent_at end
  from delivery_handovers h
  where h.handover_id = $handoverId and d.handover_id = h.handover_id and d.state in ('waiting', 'sent', 'failed')`

export const recordSent = statement('delivery.note_sent')`
  update deliveries set sent_at = coalesce(sent_at, $now), problem = null,
    state = case when state in ('waiting', 'failed') then 'sent' else state end
  where handover_id = $handoverId and state <> 'cancelled'`

export const recordByHand = statement('delivery.note_by_hand')`
  update deliveries set state = 'delivered', sent_at = coalesce(sent_at, $now), delivered_at = coalesce(delivered_at, $now),
    handled_by = $handledBy, note = $note, problem = null
  where order_id = $orderId and line_number = $lineNumber`

/** Records who attached a line's file. The line waits until the email with its link is sent. */
export const recordAttached = statement('delivery.note_attached')`
  update deliveries set state = 'waiting', delivered_at = null, handled_by = $handledBy, problem = null
  where order_id = $orderId and line_number = $lineNumber`

export const findAttempt = statement('delivery.find_attempt')`
  select handover_id from delivery_handovers where order_id = $orderId and attempt_id = $attemptId`

export const listHandoverIds = statement('delivery.list_handover_ids')`
  select handover_id from delivery_handovers where order_id = $orderId order by created_at, handover_id`

export interface LineKey {
  orderId: OrderId
  lineNumber: number
}

/** Locks an order with one of its deliveries until the transaction ends. @throws Refusal `delivery_unknown` */
export async function lockAnyLine(tx: Transaction, key: LineKey): Promise<{ order: OrderRow; line: DeliveryRow }> {
  const order = await lockPaidOrder(tx, key.orderId)
  const rows = order ? await tx.run(lockDeliveries, { orderId: key.orderId }) : []
  const line = rows.find(({ line_number }) => line_number === key.lineNumber)
  if (!order || !line) throw new Refusal('delivery_unknown')
  return { order, line }
}

/** Like `lockAnyLine`; also @throws Refusal `delivery_cancelled` if the money of the line went back */
export async function lockLine(tx: Transaction, key: LineKey) {
  const locked = await lockAnyLine(tx, key)
  if (locked.line.cancelled_at) throw new Refusal('delivery_cancelled')
  return locked
}

/** How the audit log names a line: the order's reference and the package, no address. */
export function subjectOf(order: OrderRow, lineNumber: number): string {
  const line = order.lines.find(({ line_number }) => line_number === lineNumber)
  return `Order ${order.reference}${line ? `, ${describeLine(line).title}` : ''}`
}
