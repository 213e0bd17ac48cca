/** Limits that hold on every node and across restarts. Limits that only protect one node: `http/rate-limits.ts`. */
import { addMilliseconds } from './clock.ts'
import type { RequestContext } from './context.ts'
import type { Executor } from './database/database.ts'
import { statement } from './database/statement.ts'
import { deriveToken } from './ids.ts'

export interface Limit {
  /** What is counted; kinds are unique in the store. */
  kind: string
  /** For whom: a network (`ctx.address`), a lowercase address, a member's id. Only its fingerprint is stored. */
  parts: readonly string[]
  /** Within `windowMs` of the first one. */
  max: number
  windowMs: number
  /** Protects the store from a flood rather than a secret or inbox, so `RATE_LIMITS=off` lifts it for load tests. */
  isRateLimit?: boolean
  /** 0 only checks whether the limit holds. */
  cost?: number
}

export const countUnder = statement('platform.count_attempts')`
  insert into login_attempts as counted (key, attempts, expires_at)
  select key, cost, ends from unnest($keys::text[], $ends::timestamptz[], $costs::int[]) as asked (key, ends, cost) order by key
  ${addOrRestartCount('$now')}`

/** An `on conflict` clause: adds to the count, or restarts it if its window is over at `now`. */
export function addOrRestartCount(now: string): string {
  return `on conflict (key) do update set
     attempts = case when counted.expires_at > ${now} then counted.attempts + excluded.attempts else excluded.attempts end,
     expires_at = case when counted.expires_at > ${now} then counted.expires_at else excluded.expires_at end
   returning key, attempts`
}

/** Returns the key of a counter. It does not tell the database what it counts. */
export function attemptKey(ctx: Pick<RequestContext, 'secrets'>, kind: string, ...parts: readonly string[]): string {
  return `${kind}:${deriveToken(ctx.secrets.sessions.current, kind, parts.join('\0'))}`
}

type CountingContext = Pick<RequestContext, 'secrets' | 'clock' | 'database' | 'config'>

const keysOf = (ctx: CountingContext, limits: readonly Limit[]): string[] =>
  limits.map(({ kind, parts }) => attemptKey(ctx, kind, ...parts))

function overrunOf(
  ctx: CountingContext,
  limits: readonly Limit[],
  rows: readonly { key: string; attempts: number }[],
  more: number,
): Limit | null {
  const attempts = new Map(rows.map((row) => [row.key, row.attempts]))
  const keys = keysOf(ctx, limits)
  return limits.find(({ max }, index) => (attempts.get(keys[index] ?? '') ?? 0) + more > max) ?? null
}

const countedOf = (ctx: CountingContext, limits: readonly Limit[]): Limit[] =>
  limits.filter(({ isRateLimit }) => ctx.config.hasRateLimits || !isRateLimit)

/** Returns the first limit that this attempt exceeds. None that arrive together slips past. A rollback uncounts it. */
export async function findOverrun(ctx: CountingContext, limits: readonly Limit[], executor: Executor = ctx.database) {
  const counted = countedOf(ctx, limits)
  if (counted.length === 0) return null
  const now = ctx.clock.now()
  const ends = counted.map(({ windowMs }) => addMilliseconds(now, windowMs))
  const costs = counted.map(({ cost }) => cost ?? 1)
  return overrunOf(ctx, counted, await executor.run(countUnder, { keys: keysOf(ctx, counted), now, ends, costs }), 0)
}

/** Like `findOverrun`. @returns whether all limits still hold */
export async function countAttempts(ctx: CountingContext, limits: readonly Limit[], executor: Executor = ctx.database) {
  return (await findOverrun(ctx, limits, executor)) === null
}

/** Adds to counters that limit nothing. @param added by the key from `attemptKey` @returns the values before */
export async function addToCounts(
  ctx: Pick<CountingContext, 'clock'>,
  added: ReadonlyMap<string, number>,
  windowMs: number,
  executor: Executor,
): Promise<Map<string, number>> {
  const now = ctx.clock.now()
  const keys = [...added.keys()]
  const ends = keys.map(() => addMilliseconds(now, windowMs))
  const rows = await executor.run(countUnder, { keys, now, ends, costs: [...added.values()] })
  return new Map(rows.map(({ key, attempts }) => [key, attempts - (added.get(key) ?? 0)]))
}

export const findCounts = statement('platform.find_counts')`
  select key, attempts from login_attempts where key = any($keys::text[]) and expires_at > $now`

/** Whether one more attempt would be within all limits; counts nothing. */
export async function areAttemptsLeft(ctx: CountingContext, limits: readonly Limit[]): Promise<boolean> {
  const counted = countedOf(ctx, limits)
  const rows = await ctx.database.run(findCounts, { keys: keysOf(ctx, counted), now: ctx.clock.now() })
  return overrunOf(ctx, counted, rows, 1) === null
}
