import type { PlatformContext } from '#server/platform/context.ts'
import { statement } from '#server/platform/statement.ts'

export const countUnsortedEvents = statement<{ now: Date }, { waiting: number; oldest_seconds: number }>(
  'payments.count_unsorted_events',
  `select count(*)::int as waiting, coalesce(extract(epoch from $now::timestamptz - min(received_at)), 0)::float8 as oldest_seconds
   from webhook_events where handled_at is null and queued_at is null`,
)

/** Counts events of the card provider that no one has looked at yet, and returns how long the oldest has waited. */
export async function countWebhooks(ctx: PlatformContext): Promise<Record<string, number>> {
  const [row] = await ctx.database.run(countUnsortedEvents, { now: ctx.clock.now() })
  return { waiting: row?.waiting ?? 0, oldest_seconds: row?.oldest_seconds ?? 0 }
}
