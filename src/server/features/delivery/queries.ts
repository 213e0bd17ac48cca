/** The SQL by which deliveries come about, are handed over and end. Whoever changes one has locked its order before. */
import type { DeliveryFormat, DeliveryKind, DeliveryState } from '#contract/delivery.ts'
import { statement } from '#server/platform/database.ts'

/**
 * Writes a delivery for each sold line of orders that were paid, once, and puts the jobs of those with leads on the queue:
 * $1 orders, $2 now, $3 the length of the promise in milliseconds. One statement, because every payment waits for it. Orders
 * and lines are looked up by key, whatever the planner thinks of the tables' size (`offset 0`).
 */
export const writeDeliveries = statement<{ jobs: number }>(
  'delivery.write',
  `with written as (
     insert into deliveries (order_id, line_number, hold_id, kind, method, leads, created_at, due_at)
     select o.order_id, l.line_number, l.hold_id, case when h.has_leads then 'leads' else 'by_hand' end, l.delivery_method,
       l.size + l.bonus_leads, $2, o.paid_at + $3::bigint * interval '1 millisecond'
     from unnest($1::text[]) as asked (order_id)
     cross join lateral (select order_id, revision, paid_at from orders where order_id = asked.order_id offset 0) o
     cross join lateral (select * from order_lines where order_id = o.order_id and revision = o.revision offset 0) l
     left join holds h on h.hold_id = l.hold_id
     where l.outcome = 'sold' and l.hold_id is not null
     on conflict do nothing returning order_id, kind
   )
   select count(job.id)::int as jobs from (select distinct order_id from written where kind = 'leads') wanted,
     lateral graphile_worker.add_job('deliver-leads', json_build_object('orderId', wanted.order_id),
       job_key := 'delivery:' || wanted.order_id, max_attempts := 25) as job`,
)

/**
 * Ends the lines of an order that fell away: all of them (by refunds, or by a dispute that was lost), or a line with its package or
 * all of its money. Their links open them no more and their files are deleted; what nobody has yet is cancelled.
 * $1 order, $2 now. Says how many it cancelled.
 */
export const endRefunded = statement<{ cancelled: number }>(
  'delivery.end_refunded',
  `with given as (
     select r.order_id, l.line_number, bool_or(l.is_gone or l.is_returned) as is_gone
     from refunds r join refund_lines l on l.refund_id = r.refund_id where r.order_id = $1 group by 1, 2
   ), lost as (
     select coalesce(sum(amount_cents), 0) as cents from disputes where order_id = $1 and status = 'lost'
   ), ended as (
     update deliveries d set cancelled_at = $2, state = case when d.state = 'delivered' then d.state else 'cancelled' end
     from lost, orders o join order_lines l on l.order_id = o.order_id and l.revision = o.revision
       left join given g on g.line_number = l.line_number
     where d.order_id = $1 and o.order_id = d.order_id and l.line_number = d.line_number and d.cancelled_at is null
       and (o.state = 'refunded' or (lost.cents > 0 and lost.cents + o.refunded_cents >= o.total_cents - o.credit_cents)
         or g.is_gone)
     returning d.order_id, d.line_number, d.state
   ), forgotten as (
     delete from delivery_files f using ended e where f.order_id = e.order_id and f.line_number = e.line_number
   )
   select (count(*) filter (where state = 'cancelled'))::int as cancelled from ended`,
)

export interface OpenCount {
  open: number
  handed: number
}

/** How many lines of the order $1 wait for somebody, and how many their buyer has. */
export const countLines = statement<OpenCount>(
  'delivery.count_lines',
  `select (count(*) filter (where state in ('waiting', 'failed')))::int as open,
     (count(*) filter (where state in ('sent', 'delivered')))::int as handed
   from deliveries where order_id = $1`,
)

export interface DeliveryRow {
  order_id: string
  line_number: number
  hold_id: string
  kind: DeliveryKind
  method: 'email' | 'sms'
  state: DeliveryState
  leads: number
  /** Of these, those whose owners asked to be left alone before they were delivered, and for which there was no other. */
  missing: number
  created_at: Date
  due_at: Date
  handover_id: string | null
  sent_at: Date | null
  delivered_at: Date | null
  handled_by: string | null
  note: string | null
  problem: string | null
  late_at: Date | null
  /** When its money went back, and its link ended. */
  cancelled_at: Date | null
  /** Of each file but its bytes. */
  files: { format: DeliveryFormat; name: string; size: number; checksum: string }[]
}

/** A delivery `d` with what is known of its files. */
const WITH_FILES = `d.order_id, d.line_number, d.hold_id, d.kind, d.method, d.state, d.leads, d.created_at, d.due_at,
  d.handover_id, d.sent_at, d.delivered_at, d.handled_by, d.note, d.problem, d.late_at, d.cancelled_at,
  coalesce((select s.leads from lead_shortfalls s where s.order_id = d.order_id and s.hold_id = d.hold_id), 0) as missing,
  coalesce((select jsonb_agg(jsonb_build_object('format', f.format, 'name', f.name, 'size', f.size, 'checksum', f.checksum) order by f.format)
            from delivery_files f where f.order_id = d.order_id and f.line_number = d.line_number), '[]') as files`

/** The deliveries of the order $1, line by line. */
export const listDeliveries = statement<DeliveryRow>(
  'delivery.list',
  `select ${WITH_FILES} from deliveries d where d.order_id = $1 order by d.line_number`,
)

/** The same, locked until the transaction ends. */
export const lockDeliveries = statement<DeliveryRow>(
  'delivery.lock',
  `select ${WITH_FILES} from deliveries d where d.order_id = $1 order by d.line_number for update of d`,
)

/** How the buyer of the order $1 can be reached. */
export const findContact = statement<{ email: string | null; cell_phone: string | null }>(
  'delivery.find_contact',
  'select email, cell_phone from orders where order_id = $1',
)

/** Writes a link and its message: $1 handover, $2 order, $3 its token's fingerprint, $4 message, $5 address instead of the order's, $6 now, $7 its end, $8 by whom, $9 attempt. */
export const writeHandover = statement(
  'delivery.write_handover',
  `insert into delivery_handovers (handover_id, order_id, token_fingerprint, message_id, sent_to, created_at, expires_at,
     created_by, attempt_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)

/**
 * Lets a link open lines of its order, and no earlier link: $1 order, $2 lines, $3 handover, $4 until when their files are
 * kept. A line that failed waits again.
 */
export const openLines = statement(
  'delivery.open_lines',
  `with opened as (
     update deliveries set handover_id = $3, problem = null, state = case when state = 'failed' then 'waiting' else state end
     where order_id = $1 and line_number = any($2::int[]) returning order_id, line_number
   )
   update delivery_files f set kept_until = greatest(f.kept_until, $4::timestamptz) from opened o
   where f.order_id = o.order_id and f.line_number = o.line_number`,
)

export interface HandoverRow {
  handover_id: string
  order_id: string
  message_id: string
  has_switched: boolean
  sent_to: string | null
  created_at: Date
  expires_at: Date
}

/** $1 handover. */
export const findHandover = statement<HandoverRow>(
  'delivery.find_handover',
  `select handover_id, order_id, message_id, has_switched, sent_to, created_at, expires_at from delivery_handovers
   where handover_id = $1`,
)

/** Those of these links that open nothing any more: $1 handovers. */
export const listReplaced = statement<{ handover_id: string }>(
  'delivery.list_replaced',
  `select handover_id from unnest($1::text[]) as old (handover_id)
   where not exists (select from deliveries d where d.handover_id = old.handover_id)`,
)

/** Another message carries a link from now on: $1 handover, $2 message, $3 whether that is the other channel. */
export const carryBy = statement(
  'delivery.carry_by',
  'update delivery_handovers set message_id = $2, has_switched = $3 where handover_id = $1',
)

/** What the link $1 opens reached nobody, so it counts as not sent by that; why: $2. What was downloaded or said to be delivered stays so. */
export const noteFailed = statement(
  'delivery.note_failed',
  `update deliveries d set state = 'failed', problem = $2,
     sent_at = case when d.sent_at >= h.created_at then null else d.sent_at end
   from delivery_handovers h
   where h.handover_id = $1 and d.handover_id = h.handover_id and d.state in ('waiting', 'sent', 'failed')`,
)

/** The message of a link was handed over: $1 handover, $2 now. */
export const noteSent = statement(
  'delivery.note_sent',
  `update deliveries set sent_at = coalesce(sent_at, $2), problem = null,
     state = case when state in ('waiting', 'failed') then 'sent' else state end
   where handover_id = $1 and state <> 'cancelled'`,
)

/** A person says that a line was delivered, and how: $1 order, $2 line, $3 now, $4 who, $5 note. */
export const noteByHand = statement(
  'delivery.note_by_hand',
  `update deliveries set state = 'delivered', sent_at = coalesce(sent_at, $3), delivered_at = coalesce(delivered_at, $3),
     handled_by = $4, note = $5, problem = null
   where order_id = $1 and line_number = $2`,
)

/** Who attached a line's file: $1 order, $2 line, $3 who. The line waits until the mail with its link is handed over. */
export const noteAttached = statement(
  'delivery.note_attached',
  `update deliveries set state = 'waiting', delivered_at = null, handled_by = $3, problem = null
   where order_id = $1 and line_number = $2`,
)

/** The link of an order that an attempt made: $1 order, $2 attempt. */
export const findAttempt = statement<{ handover_id: string }>(
  'delivery.find_attempt',
  'select handover_id from delivery_handovers where order_id = $1 and attempt_id = $2',
)

/** The links ever made for the order $1, the oldest first. */
export const listHandoverIds = statement<{ handover_id: string }>(
  'delivery.list_handover_ids',
  'select handover_id from delivery_handovers where order_id = $1 order by created_at, handover_id',
)
