/** What happened to requests, put together from what each part of the store wrote down anyway. */
import type { TimelineEntry } from '#contract/links/payment-request-values.ts'
import type { CustomerId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { listOfCustomer, listStory, type StoryRow } from './list-queries.ts'
import type { RequestRow } from './request-row.ts'
import { statusAt } from './show-request.ts'

/** Requests that a customer's timeline tells of; older ones are found in the list. */
const REQUESTS_TOLD_MAX = 50

type Untold = Omit<TimelineEntry, 'requestToken' | 'at'> & { at: Date }

const ENDINGS = { time: 'expired', replaced: 'replaced', voided: 'voided', declined: 'closed' } as const

/** What a request's own row tells. */
function tellOwn(row: RequestRow, now: Date): Untold[] {
  const { status, reason } = statusAt(row, now)
  const story: Untold[] = [{ kind: 'sent', at: row.created_at, detail: null, by: row.rep_name }]
  if (row.opened_at) story.push({ kind: 'opened', at: row.opened_at, detail: null, by: null })
  if (row.paid_at && row.payment_method === 'manual')
    story.push({ kind: 'marked_paid', at: row.paid_at, detail: row.mark_reference, by: row.marked_by_name })
  else if (row.paid_at) story.push({ kind: 'paid', at: row.paid_at, detail: null, by: null })
  if (status === 'expired' && reason)
    story.push({ kind: ENDINGS[reason], at: row.closed_at ?? row.expires_at, detail: null, by: row.closed_by_name })
  return story
}

const tellRow = (row: StoryRow): Untold => ({ kind: row.kind, at: row.at, detail: row.detail, by: null })

/** The story of requests, oldest first. */
export async function requestTimeline(ctx: PlatformContext, rows: readonly RequestRow[]): Promise<TimelineEntry[]> {
  if (rows.length === 0) return []
  const found = await ctx.database.run(listStory, { paymentRequestIds: rows.map((row) => row.payment_request_id) })
  const now = ctx.clock.now()
  const entries = rows.flatMap((row) =>
    [
      ...tellOwn(row, now),
      ...found.filter((entry) => entry.payment_request_id === row.payment_request_id).map(tellRow),
    ].map((entry) => ({ ...entry, requestToken: row.token })),
  )
  return entries
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((entry) => ({ ...entry, at: entry.at.toISOString() }))
}

/** The story of a customer's newest requests, oldest first. */
export async function readCustomerTimeline(ctx: PlatformContext, customerId: CustomerId): Promise<TimelineEntry[]> {
  return requestTimeline(ctx, await ctx.database.run(listOfCustomer, { customerId, limit: REQUESTS_TOLD_MAX }))
}
