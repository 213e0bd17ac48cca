/** The 24-hour clock: warns administrators in time and finds late lines, each once. */
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { listAdministratorIds } from '#server/features/members/administrators.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import { lineCostSql } from '#server/features/orders/price-anew.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { addMilliseconds, hours, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { newId } from '#server/platform/ids.ts'

/** Not sent yet. For lines that were sent once and wait again, the first sending decided whether they are late. */
const UNSENT = `state in ('waiting', 'failed') and sent_at is null`

/** Makes the email `warningId` the last warning of every open line due before `dueBefore`, once each. Returns how many. */
export const gatherLastWarnings = statement('delivery.gather_last_warnings')`
  with warned as (
    update deliveries set last_warning_id = $warningId, first_warning_id = coalesce(first_warning_id, $warningId)
    where ${UNSENT} and last_warning_id is null and due_at <= $dueBefore returning line_number
  )
  select count(*)::int as lines from warned`

/** Like `gatherLastWarnings`, for the first warning. */
export const gatherFirstWarnings = statement('delivery.gather_first_warnings')`
  with warned as (
    update deliveries set first_warning_id = $warningId
    where ${UNSENT} and first_warning_id is null and due_at <= $dueBefore returning line_number
  )
  select count(*)::int as lines from warned`

/** Lists up to `limit` lines that the email `lastWarningId` warns about and that are still waiting, first due first. */
export const listWarned = statement('delivery.list_warned')`
  with waiting as materialized (
    select order_id, line_number, due_at, problem, true as is_last from deliveries
    where last_warning_id = $lastWarningId and ${UNSENT}
    union all
    select order_id, line_number, due_at, problem, false from deliveries
    where first_warning_id = $lastWarningId and last_warning_id is distinct from $lastWarningId and ${UNSENT}
  )
  select o.reference, w.due_at, w.problem, w.is_last, to_jsonb(l) as line, (select count(*)::int from waiting) as lines
  from waiting w join orders o on o.order_id = w.order_id
  join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = w.line_number
  order by w.due_at, w.order_id, w.line_number limit $limit`.as<{ problem: string | null; line: OrderLineRow }>()

/** Lists the first `limit` lines that were not sent in time and are not marked late yet, first due first. */
export const findLate = statement('delivery.find_late')`
  select order_id, line_number from deliveries
  where late_at is null and (state in ('waiting', 'failed') or sent_at > due_at) and state <> 'cancelled' and due_at <= $now
    and (sent_at is null or sent_at > due_at)
  order by due_at limit $limit`

/** Marks a line of a locked order late, once. Returns what was paid for it and not given back, and by whom. */
export const markLate = statement('delivery.mark_late')`
  update deliveries d set late_at = $now
  from orders o join order_lines l on l.order_id = o.order_id and l.revision = o.revision
  where d.order_id = $orderId and d.line_number = $lineNumber and o.order_id = d.order_id and l.line_number = d.line_number
    and d.late_at is null and d.due_at <= $now and d.state <> 'cancelled'
    and (d.sent_at > d.due_at or (d.sent_at is null and d.state in ('waiting', 'failed')))
  returning ${lineCostSql('l')} - coalesce((
    select sum(g.amount_cents)::int from refunds r join refund_lines g on g.refund_id = r.refund_id
    where r.order_id = d.order_id and g.line_number = d.line_number), 0) - coalesce((
    select sum(e.cents)::int from credit_entries e
    where e.order_id = d.order_id and e.line_number = d.line_number and e.reason = 'claim'), 0) as net_cents, o.email`

/** Queues up to `limit` lost jobs again: of orders whose leads have waited since before `createdAt`. */
export const requeueLost = statement('delivery.requeue_lost')`
  select count(job.id)::int as jobs from (
    select distinct order_id from deliveries d
    where d.state = 'waiting' and d.kind = 'leads' and d.handover_id is null and d.created_at < $createdAt
      and not exists (select from graphile_worker.jobs j where j.key = 'delivery:' || d.order_id) limit $limit
  ) lost, lateral graphile_worker.add_job('deliver-leads', json_build_object('orderId', lost.order_id),
    job_key := 'delivery:' || lost.order_id, max_attempts := 25) as job`

export interface LateDelivery {
  orderId: OrderId
  lineNumber: number
  /** What was paid for it and not refunded, nor given as credit for claimed leads. */
  netCents: Cents
  buyerEmail: string | null
}

/** Decides what follows from a late line, once, in the transaction that marks it late. */
export type OnLateDelivery = (ctx: PlatformContext, tx: Transaction, late: LateDelivery) => Promise<void>

/** A job takes seconds; a line that waits longer has lost its job. */
const LOST_AFTER_MS = minutes(5)
const REQUEUED_AT_ONCE = 500
/** Late lines per check: the next one, a minute later, finds more. */
const LATE_AT_ONCE = 500

/** Queues one email per administrator about all lines that came into danger since the last check. */
async function warn(ctx: PlatformContext, gather: typeof gatherLastWarnings, hoursGone: number): Promise<void> {
  const dueBefore = addMilliseconds(ctx.clock.now(), hours(DELIVERY_HOURS.promised - hoursGone))
  await inTransaction(ctx, async (tx) => {
    const warningId = newId('dlw', ctx.clock)
    const [gathered] = await tx.run(gather, { warningId, dueBefore })
    if (!gathered?.lines) return
    for (const userId of await listAdministratorIds(tx)) {
      const messageId = `delivery_warning.${warningId}.${userId}`
      await queueMessage(ctx, tx, { messageId, kind: 'delivery_warning', subjectId: `${warningId} ${userId}` })
    }
  })
}

async function findLateLines(ctx: PlatformContext, onLateDelivery: OnLateDelivery): Promise<void> {
  const now = ctx.clock.now()
  for (const { order_id, line_number: lineNumber } of await ctx.database.run(findLate, { now, limit: LATE_AT_ONCE })) {
    const orderId = order_id as OrderId
    try {
      await inTransaction(ctx, async (tx) => {
        await lockPaidOrder(tx, orderId)
        const [late] = await tx.run(markLate, { orderId, lineNumber, now })
        if (!late) return
        const netCents = Math.max(0, late.net_cents) as Cents
        await onLateDelivery(ctx, tx, { orderId, lineNumber, netCents, buyerEmail: late.email })
      })
    } catch (error) {
      // The others must not wait for this one. The next check tries it again.
      ctx.log.error({ err: error, orderId, lineNumber }, 'a late delivery could not be noted')
    }
  }
}

/** Checks every open line, once a minute and on one node; the last warning first, so a late check sends only one. */
export async function watchDeliveries(ctx: PlatformContext, onLateDelivery: OnLateDelivery): Promise<void> {
  const createdAt = addMilliseconds(ctx.clock.now(), -LOST_AFTER_MS)
  await ctx.database.run(requeueLost, { createdAt, limit: REQUEUED_AT_ONCE })
  await warn(ctx, gatherLastWarnings, DELIVERY_HOURS.lastWarning)
  await warn(ctx, gatherFirstWarnings, DELIVERY_HOURS.firstWarning)
  await findLateLines(ctx, onLateDelivery)
}

export const countOpenDeliveries = statement('delivery.count_open')`
  select count(*)::int as open, count(*) filter (where state = 'failed')::int as failed,
    count(*) filter (where due_at < $now)::int as late
  from deliveries where state in ('waiting', 'failed')`

/** Counts paid lines that are not delivered: all, those that failed, and those past their 24 hours. */
export async function countDeliveries(ctx: PlatformContext): Promise<Record<string, number>> {
  const [row] = await ctx.database.run(countOpenDeliveries, { now: ctx.clock.now() })
  return { open: row?.open ?? 0, failed: row?.failed ?? 0, late: row?.late ?? 0 }
}
