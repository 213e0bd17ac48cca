/** What just happened to payment requests, for the screens of those who sent them. */
import { createHash } from 'node:crypto'
import { REQUEST_EVENTS_MAX, REQUEST_EVENTS_MINUTES, type RequestEvent } from '#contract/links/request-events.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import { REP_WORD, repWordOf } from '#server/features/orders/rep-word.ts'
import { onChangeOf, onStockChanged } from '#server/features/stock/stock-changes.ts'
import { addMilliseconds, days, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { LiveSource } from '#server/platform/http/event-stream.ts'
import { requireMember, scopeOf } from '#server/platform/member.ts'
import { type EventRow, listAllEvents, listEventsOfRep } from './event-queries.ts'

/** Links live for a day or a few; what happens to older requests is in the lists. */
const REQUEST_AGE_MAX_MS = days(7)

function findEvents(
  { clock, database }: Pick<PlatformContext, 'clock' | 'database'>,
  repId: string | null,
): Promise<EventRow[]> {
  const now = clock.now()
  const wanted = {
    createdAfter: addMilliseconds(now, -REQUEST_AGE_MAX_MS),
    happenedAfter: addMilliseconds(now, -minutes(REQUEST_EVENTS_MINUTES)),
    limit: REQUEST_EVENTS_MAX,
  }
  return repId === null ? database.run(listAllEvents, wanted) : database.run(listEventsOfRep, { repId, ...wanted })
}

/** Lists what happened in the last minutes to the caller's requests (all, for an administrator), newest first. */
export async function listEvents(ctx: PlatformContext): Promise<{ version: string; events: RequestEvent[] }> {
  const rows = await findEvents(ctx, scopeOf(requireMember(ctx)))
  const events = rows.map((row) => ({
    kind: row.kind,
    at: row.at.toISOString(),
    requestId: row.payment_request_id,
    token: row.token,
    customerName: row.customer_name,
    customerPhone: row.customer_phone,
    total: dollarTextFromCents(row.total_cents as Cents),
    detail: row.detail,
  }))
  return { version: versionOf(rows), events }
}

function versionOf(rows: readonly EventRow[]): string {
  const events = rows.map(({ kind, at, payment_request_id }) => `${kind} ${at.getTime()} ${payment_request_id}`)
  return createHash('sha256').update(events.join()).digest('base64url')
}

/**
 * Watches the caller's requests. The stream carries a fingerprint of the events and nothing else. It ends with the session, but
 * not at the same moment.
 */
export async function watchEvents(ctx: PlatformContext): Promise<LiveSource> {
  const repId = scopeOf(requireMember(ctx))
  const { clock, database, node } = ctx
  return {
    key: repId ?? 'all',
    read: async () => Buffer.from(JSON.stringify({ version: versionOf(await findEvents({ clock, database }, repId)) })),
    onChanged: (listener) =>
      repId === null
        ? onStockChanged({ node }, (word) => word.startsWith(REP_WORD) && listener())
        : onChangeOf({ node }, repWordOf(repId), listener),
  }
}
