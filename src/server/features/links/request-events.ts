/** What just happened to payment requests, for the screens of those who sent them. */
import { createHash } from 'node:crypto'
import { REQUEST_EVENTS_MAX, REQUEST_EVENTS_MINUTES, type RequestEvent } from '#contract/links/request-events.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import type { Cents, PaymentRequestId, PaymentRequestToken } from '#contract/values.ts'
import { REP_WORD, repWordOf } from '#server/features/orders/rep-word.ts'
import { onChangeOf, onStockChanged } from '#server/features/stock/stock-changes.ts'
import { addMilliseconds, days, minutes } from '#server/platform/clock.ts'
import { type PlatformContext, requireMember, scopeOf } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type RowOf, shownOf, statement } from '#server/platform/database/statement.ts'
import type { LiveSource } from '#server/platform/http/event-stream.ts'

/* Features above links write their own rows in the transaction that creates a payment request or ends it unpaid. */

interface RequestChange {
  paymentRequestId: string
  orderId: string
  /** Why it ended unpaid; null if it was just created. That it was paid is news of its order: see `orderListeners`. */
  closeReason: 'time' | 'replaced' | 'voided' | 'declined' | null
}

/** An error in it rolls the change back. */
export type RequestListener = (ctx: PlatformContext, tx: Transaction, change: RequestChange) => Promise<void>

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** `core.ts` lists them. */
    readonly requestListeners: RequestListener[]
  }
}

/** Call it once the change is written. */
export async function tellRequestListeners(ctx: PlatformContext, tx: Transaction, change: RequestChange) {
  for (const listener of ctx.node.requestListeners) await listener(ctx, tx, change)
}

interface EventParts {
  kind: RequestEvent['kind']
  payment_request_id: PaymentRequestId
  token: PaymentRequestToken
  detail: string | null
}

/** Events since `happenedAfter` of requests created after `createdAfter`, newest first. */
const eventsOf = (whose: string) => `with recent as materialized (
     select * from payment_requests where ${whose} and created_at > $createdAfter
   ), happened as (
     select payment_request_id, 'opened' as kind, opened_at as at, null as detail from recent where opened_at > $happenedAfter
     union all
     select payment_request_id, 'cash_app', cash_app_chosen_at, null from recent where cash_app_chosen_at > $happenedAfter
     union all
     select payment_request_id, 'declined', d.declined_at, d.reason from recent r
       join payments p on p.order_id = r.order_id join payment_declines d on d.payment_id = p.payment_id
       where d.declined_at > $happenedAfter
     union all
     select payment_request_id, 'new_link_asked', m.created_at, null from recent r
       join messages m on m.message_id = 'new_link_asked.' || r.payment_request_id where m.created_at > $happenedAfter
     union all
     select payment_request_id, 'paid', paid_at, null from recent where paid_at > $happenedAfter
     union all
     select payment_request_id, 'delivered', processed_at, null from recent where processed_at > $happenedAfter
     union all
     select payment_request_id, 'expired', closed_at, null from recent where closed_at > $happenedAfter and close_reason = 'time'
   )
   select h.kind, h.at, r.payment_request_id, r.token, r.customer_name, o.cell_phone as customer_phone, r.total_cents, h.detail
   from (select * from happened order by at desc, payment_request_id desc, kind limit $limit) h
   join recent r using (payment_request_id) join orders o on o.order_id = r.order_id
   order by h.at desc, r.payment_request_id desc, h.kind`

export const listEventsOfRep = statement('links.list_events_of_rep')`${eventsOf('rep_id = $repId')}`.as<EventParts>()

/** The condition is true for every row and makes the index over all reps usable. */
export const listAllEvents = statement('links.list_all_events')`${eventsOf('total_cents > 0')}`.as<EventParts>()

/** Links live for a day or a few; what happens to older requests is in the lists. */
const REQUEST_AGE_MAX_MS = days(7)

function findEvents({ clock, database }: Pick<PlatformContext, 'clock' | 'database'>, repId: string | null) {
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
    ...shownOf(row, 'kind', 'at', 'token', 'customer_name', 'customer_phone', 'detail'),
    requestId: row.payment_request_id,
    total: dollarTextFromCents(row.total_cents as Cents),
  }))
  return { version: versionOf(rows), events }
}

function versionOf(rows: readonly RowOf<typeof listAllEvents>[]): string {
  const events = rows.map(({ kind, at, payment_request_id }) => `${kind} ${at.getTime()} ${payment_request_id}`)
  return createHash('sha256').update(events.join()).digest('base64url')
}

/** The stream carries only a fingerprint of the events, and ends some time after the session does. */
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
