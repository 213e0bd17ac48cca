/** What waits for a person. */
import { FULFILLMENT_PAGE, type FulfillmentEntry } from '#contract/delivery/delivery.ts'
import type { OrderId } from '#contract/values.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { showPackage } from './open-delivery.ts'
import { countQueue, listQueue, type QueueRow } from './page-queries.ts'
import { isLate } from './show-deliveries.ts'

const LIST = 'fulfilment'
const FIRST_PAGE = ['-infinity', '', '0'] as const
/** The store delivers leads within seconds; what it did not within this time is shown to people. */
const STUCK_AFTER_MS = minutes(10)

const stuckBefore = (ctx: PlatformContext): Date => addMilliseconds(ctx.clock.now(), -STUCK_AFTER_MS)

/** What it waits for, as far as the store knows; null where a person simply has to deliver it. */
function problemOf({ handover_id: handoverId, kind }: QueueRow): string | null {
  if (handoverId !== null) return 'The message with its link waits to be sent. See Messages.'
  return kind === 'leads' ? 'The store could not make its files yet. See Failed Jobs.' : null
}

const show = (row: QueueRow, now: Date): FulfillmentEntry => ({
  ...showPackage(row.line),
  orderId: row.order_id as OrderId,
  reference: row.reference,
  lineNumber: row.line_number,
  kind: row.kind,
  method: row.method,
  deliveryState: row.state,
  leads: row.leads,
  buyerName: row.full_name,
  buyerEmail: row.email,
  buyerPhone: row.cell_phone,
  paidAt: row.paid_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
  isLate: isLate(row, now),
  hasContent: row.handover_id !== null,
  problem: row.problem ?? problemOf(row),
})

/**
 * A page of the queue, those with the least time left first.
 *
 * @throws Refusal `bad_request` for a cursor of another list
 */
export async function listFulfillment(
  ctx: PlatformContext,
  query: { cursor?: string | undefined },
): Promise<Page<FulfillmentEntry>> {
  const [dueAt = '', orderId = '', line = ''] = readCursor(LIST, query.cursor, 3) ?? FIRST_PAGE
  if ((dueAt !== FIRST_PAGE[0] && !isInstantKey(dueAt)) || !/^\d{1,6}$/.test(line)) throw new Refusal('bad_request')
  const found = await ctx.database.run(listQueue, {
    stuckBefore: stuckBefore(ctx),
    afterDueAt: dueAt,
    afterOrderId: orderId,
    afterLineNumber: Number(line),
  })
  const rows = found.slice(0, FULFILLMENT_PAGE)
  const last = rows.at(-1)
  const hasMore = found.length > FULFILLMENT_PAGE
  return {
    rows: rows.map((row) => show(row, ctx.clock.now())),
    next:
      last && hasMore ? writeCursor(LIST, [last.due_at.toISOString(), last.order_id, String(last.line_number)]) : null,
  }
}

/** The first of the queue and how many there are. @param countMax counted up to this many */
export async function findWaitingDeliveries(
  ctx: PlatformContext,
  rowsMax: number,
  countMax: number,
): Promise<{ entries: FulfillmentEntry[]; total: number }> {
  const rows = await ctx.database.run(countQueue, { stuckBefore: stuckBefore(ctx), limit: rowsMax, countMax })
  return { entries: rows.map((row) => show(row, ctx.clock.now())), total: rows[0]?.waiting ?? 0 }
}
