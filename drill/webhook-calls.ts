/** What a receiver of webhooks can say about the calls that it got: signatures, ids, pace, delays. */
import type pg from 'pg'
import type { VerifiedCall } from '#testing/verifying-receiver/server.ts'

/** Calls to one webhook in so long a time, as the receiver counts them; one may fall on each end. */
const PACE = { windowMs: 10_000, callsMax: 101 }

/** Whether the receiver verified a call and took it. */
export const isAccepted = (call: VerifiedCall): boolean => call.isVerified && call.status < 300

/** What the receiver itself can say is wrong: signatures, ids, pace. */
export function findReceiverFaults(calls: readonly VerifiedCall[]): string[] {
  const faults = calls.filter((call) => !call.isVerified).map(({ id }) => `a call did not verify: ${id}`)
  const idOf = new Map<string, string>()
  for (const { id, type, path, data } of calls) {
    const what = `${path} ${type} ${data?.order_id} ${data?.lead_id ?? data?.delivery_id ?? ''}`
    const before = idOf.get(what) ?? id
    if (before !== id) faults.push(`the same came under two ids: ${what}`)
    idOf.set(what, before)
  }
  const most = mostCalls(calls, PACE.windowMs)
  if (most > PACE.callsMax) faults.push(`${most} calls to one webhook within ${PACE.windowMs} ms`)
  return faults
}

/** The most calls that one path got within a time. */
export function mostCalls(calls: readonly VerifiedCall[], windowMs: number): number {
  let most = 0
  for (const path of new Set(calls.map((call) => call.path))) {
    const times = calls.filter((call) => call.path === path).map(({ at }) => at)
    let first = 0
    for (const [index, time] of times.entries()) {
      while (time - (times[first] ?? time) >= windowMs) first += 1
      most = Math.max(most, index - first + 1)
    }
  }
  return most
}

/** How long after their deliveries the first accepted calls came, in milliseconds, shortest first. */
export async function delaysOf(pool: pg.Pool, calls: readonly VerifiedCall[], type: string): Promise<number[]> {
  const first = new Map<string, number>()
  for (const { id, at } of calls) if (!first.has(id)) first.set(id, at)
  const { rows } = await pool.query<{ event_id: string; occurred_at: Date }>(
    'select event_id, occurred_at from buyer_events where type = $1',
    [type],
  )
  return rows
    .flatMap((row) => {
      const at = first.get(row.event_id)
      return at === undefined ? [] : [at - row.occurred_at.getTime()]
    })
    .sort((a, b) => a - b)
}

/** The value below which a share of sorted values lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
