import type { DeliveryFormat } from '#contract/delivery/delivery.ts'
import { FULFILLMENT_PAGE } from '#contract/delivery/fulfillment.ts'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import { isContested } from '#server/features/payments/record-dispute.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

export const openLink = statement('delivery.open_link')`
  select h.handover_id, o.reference, o.email, h.created_at, h.expires_at, to_jsonb(l) as line, d.leads, d.note,
    coalesce((select s.leads from lead_shortfalls s where s.order_id = d.order_id and s.hold_id = d.hold_id), 0) as missing,
    exists (select from delivery_downloads w where w.order_id = d.order_id and w.line_number = d.line_number) as is_downloaded,
    coalesce((select jsonb_agg(jsonb_build_object('format', f.format, 'name', f.name, 'size', f.size) order by f.format)
              from delivery_files f where f.order_id = d.order_id and f.line_number = d.line_number and f.kept_until > $now), '[]') as files
  from delivery_handovers h join deliveries d on d.handover_id = h.handover_id
  join orders o on o.order_id = h.order_id
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = d.line_number
  where h.token_fingerprint = $tokenFingerprint and h.expires_at > $now and d.cancelled_at is null order by d.line_number`.as<{
  line: OrderLineRow
  files: { format: DeliveryFormat; name: string; size: number }[]
}>()

export const findOrderId = statement('delivery.find_order_id')`
  select order_id, owner_id, payer_id, payment_request_id, email from orders where token = $token`

/** Finds an order that the member `repId` may see (null: of every seller). */
export const findTeamOrder = statement('delivery.find_team_order')`
  select order_id from orders where reference = $reference and ($repId?::text is null or rep_id = $repId)`

export const listHandovers = statement('delivery.list_handovers')`
  select handover_id, expires_at from delivery_handovers where order_id = $orderId`

/** Lists the newest `shownMax` downloads of each line of an order, with how many there were. */
export const listDownloads = statement('delivery.list_downloads')`
  select line_number, format, downloaded_at, network, downloads from (
    select w.*, row_number() over newest as place, (count(*) over (partition by line_number))::int as downloads
    from delivery_downloads w where order_id = $orderId
    window newest as (partition by line_number order by downloaded_at desc, download_id desc)
  ) newest where place <= $shownMax order by line_number, place`

/**
 * Needs a person: it failed, it was not delivered by hand, the store has made no files since before `$stuckBefore`, or
 * administrators were warned about it. A link made after that moment is on its way.
 */
const WAITS = `d.state in ('waiting', 'failed') and (d.state = 'failed'
  or (d.sent_at is null and d.first_warning_id is not null and not exists (
    select from delivery_handovers h where h.handover_id = d.handover_id and h.created_at >= $stuckBefore))
  or (d.handover_id is null and (d.kind = 'by_hand' or d.created_at < $stuckBefore)))`

/** Packages that are looked at to count orders: enough for more orders than anyone reads as a number. */
const QUEUE_COUNTED_MAX = 1000

/** Lists the queue after the row of a cursor, least time left first. */
export const listQueue = statement('delivery.list_queue')`
  select d.order_id, d.line_number, d.kind, d.method, d.state, d.leads, d.due_at, d.problem, d.late_at, d.sent_at, d.handover_id, o.reference,
    o.full_name, o.email, o.cell_phone, o.paid_at, to_jsonb(l) as line, ${isContested('d.order_id')} as is_disputed
  from deliveries d join orders o on o.order_id = d.order_id
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = d.line_number
  where ${WAITS} and (d.due_at, d.order_id, d.line_number) > ($afterDueAt::timestamptz, $afterOrderId::text, $afterLineNumber::int)
  order by d.due_at, d.order_id, d.line_number limit ${FULFILLMENT_PAGE + 1}`.as<{
  handover_id: string | null
  paid_at: Date
  line: OrderLineRow
}>()

export type QueueRow = RowOf<typeof listQueue>

/** Lists the first `limit` orders of the queue, each with how many packages wait, and how many orders there are. */
export const countQueue = statement('delivery.count_queue')`
  with waiting as materialized (
    select order_id, min(due_at) as due_at, min(line_number) as line_number, count(*)::int as packages, max(problem) as problem
    from (select * from deliveries d where ${WAITS} order by d.due_at limit ${QUEUE_COUNTED_MAX}) d group by order_id
  ), first as materialized (select * from waiting order by due_at, order_id limit $limit)
  select d.order_id, d.due_at, d.packages, d.problem, ${isContested('d.order_id')} as is_disputed, o.reference, o.full_name, o.email, o.total_cents, l.state, l.county,
    (select count(*)::int from waiting) as waiting
  from first d join orders o on o.order_id = d.order_id
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = d.line_number
  order by d.due_at, d.order_id`.as<{ due_at: Date; packages: number }>()

/** Lists up to `limit` lines with missing leads not made up for, oldest first; refunded lines are owed nothing. */
export const listShort = statement('delivery.list_short')`
  select d.order_id, d.line_number, d.leads, s.leads as missing_in_all, s.settled_leads, s.noted_at, o.reference, o.full_name,
    o.email, to_jsonb(l) as line
  from lead_shortfalls s join deliveries d on d.order_id = s.order_id and d.hold_id = s.hold_id
  join orders o on o.order_id = s.order_id
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = d.line_number
  where s.settled_leads < s.leads and d.state <> 'cancelled' and o.state <> 'refunded'
  order by s.noted_at, s.order_id, s.hold_id limit $limit`.as<{ line: OrderLineRow }>()

export type ShortRow = RowOf<typeof listShort>

/** Locks the shortfall of the order `orderId` for the hold `holdId`: another lead may go missing right now. */
export const findShortfall = statement('delivery.find_shortfall')`
  select leads, settled_leads from lead_shortfalls where order_id = $orderId and hold_id = $holdId for update`

/** Records that `settledLeads` of the missing leads of the order `orderId` and the hold `holdId` were made up for. */
export const settleShortfall = statement('delivery.settle_shortfall')`
  update lead_shortfalls set settled_leads = $settledLeads where order_id = $orderId and hold_id = $holdId`
