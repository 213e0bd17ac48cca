import { leadRecordOf } from '#contract/delivery/lead-record.ts'
import type { ParamsOf, QueryOf } from '#contract/endpoint.ts'
import { LEADS_PER_PAGE, type LeadData, type listOrderLeads } from '#contract/webhooks/lead-data.ts'
import { requireDesk } from '#server/features/buyers/desk-session.ts'
import { placeOf } from '#server/features/delivery/make-files.ts'
import { deliverToProgram } from '#server/features/delivery/open-delivery.ts'
import { isDeskOf } from '#server/features/delivery/show-deliveries.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/database/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { leadData } from './compose-data.ts'
import { listSentLeads } from './queries.ts'

const LIST = 'order-leads'

/**
 * Reads the leads of an order as programs get them. A lead whose owner opted out is left out, so a page can be short.
 * @throws Refusal `desk_closed`; `order_not_found`, also for another buyer's; `bad_request` for another list's cursor
 */
export async function readOrderLeads(
  ctx: WebContext,
  { orderId }: ParamsOf<typeof listOrderLeads>,
  { updatedSince, cursor }: QueryOf<typeof listOrderLeads>,
): Promise<Page<LeadData>> {
  const desk = await requireDesk(ctx)
  const order = await findOrder(ctx, orderId)
  if (!order || !isDeskOf(desk, order)) throw new Refusal('order_not_found')
  const [afterKey = null, afterId = null] = readCursor(LIST, cursor, 2) ?? []
  if (afterKey !== null && !(isInstantKey(afterKey) && /^\d{1,16}$/.test(afterId ?? '')))
    throw new Refusal('bad_request.cursor')
  await deliverToProgram(ctx, orderId)
  const since = updatedSince === undefined ? null : new Date(updatedSince)
  const asked = { orderId, updatedSince: since, afterKey, afterId, limit: LEADS_PER_PAGE + 1 }
  const rows = await ctx.database.run(listSentLeads, asked)
  const shown = rows.slice(0, LEADS_PER_PAGE)
  const last = shown.at(-1)
  return {
    rows: shown.flatMap((row) => {
      const line = order.lines.find(({ line_number }) => line_number === row.line_number)
      const place = line && placeOf(ctx, line)
      const lead = place && leadRecordOf(row, place)
      if (!lead) return []
      const { lead_id, replaces_lead_id, updated_at } = row
      const facts = leadData({ order, line, leadTypeName: place.leadTypeName, lead })
      return [{ lead_id, replaces_lead_id, updated_at: updated_at.toISOString(), ...facts } as LeadData]
    }),
    next: last && rows.length > shown.length ? writeCursor(LIST, [last.updated_key, last.lead_id]) : null,
  }
}
