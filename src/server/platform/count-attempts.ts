/** Limits that hold on every node and across restarts, counted in the database. What only protects one node is in `http/rate-limits.ts`. */
import { addMilliseconds } from './clock.ts'
import type { RequestContext } from './context.ts'
import { type Executor, statement } from './database.ts'
import { deriveToken } from './ids.ts'

/** Something that may be done only so often. */
export interface Limit {
  /** What is counted; kinds are unique in the store. */
  kind: string
  /** For whom: a network (`ctx.address`), an address in small letters, a member's id. Only its fingerprint is kept. */
  parts: readonly string[]
  /** Attempts allowed within `windowMs` of the first one. */
  max: number
  windowMs: number
  /** Counts a network, which an office shares, so `RATE_LIMITS=off` lifts it. */
  isOfNetwork?: boolean
}

/** Counts once under each key, all of them in key order. $1 keys, $2 now, $3 when each new count ends. */
const countUnder = statement<{ key: string; attempts: number }>(
  'platform.count_attempts',
  `insert into login_attempts as counted (key, attempts, expires_at)
   select key, 1, ends from unnest($1::text[], $3::timestamptz[]) as asked (key, ends) order by key
   ${orStartAgain('$2')}`,
)

/** SQL that ends an insert into `login_attempts`: adds to the count, or starts it again when its window was over at `now`. */
export function orStartAgain(now: string): string {
  return `on conflict (key) do update set
     attempts = case when counted.expires_at > ${now} then counted.attempts + 1 else 1 end,
     expires_at = case when counted.expires_at > ${now} then counted.expires_at else excluded.expires_at end
   returning key, attempts`
}

/** The key of a counter, which does not tell the database what it counts. */
export function attemptKey(ctx: Pick<RequestContext, 'secrets'>, kind: string, ...parts: readonly string[]): string {
  return `${kind}:${deriveToken(ctx.secrets.sessions, kind, parts.join('\0'))}`
}

type CountingContext = Pick<RequestContext, 'secrets' | 'clock' | 'database' | 'config'>

const keysOf = (ctx: CountingContext, limits: readonly Limit[]): string[] =>
  limits.map(({ kind, parts }) => attemptKey(ctx, kind, ...parts))

/** Whether so many attempts are within their limits. */
function areWithin(
  ctx: CountingContext,
  limits: readonly Limit[],
  rows: readonly { key: string; attempts: number }[],
  more: number,
): boolean {
  const attempts = new Map(rows.map((row) => [row.key, row.attempts]))
  const keys = keysOf(ctx, limits)
  return limits.every(({ max, isOfNetwork }, index) => {
    const isOver = (attempts.get(keys[index] ?? '') ?? 0) + more > max
    return !isOver || (isOfNetwork === true && !ctx.config.hasRateLimits)
  })
}

/**
 * Counts one attempt under each limit. Attempts that arrive together wait for each other's row, so none slips past.
 *
 * @param executor a transaction, so that its rollback takes the count back
 * @returns whether all limits still hold; the attempt is counted either way
 */
export async function countAttempts(
  ctx: CountingContext,
  limits: readonly Limit[],
  executor: Executor = ctx.database,
): Promise<boolean> {
  const now = ctx.clock.now()
  const ends = limits.map(({ windowMs }) => addMilliseconds(now, windowMs))
  return areWithin(ctx, limits, await executor.run(countUnder, [keysOf(ctx, limits), now, ends]), 0)
}

/** The counts of the keys $1 whose window is not over at $2. */
const findCounts = statement<{ key: string; attempts: number }>(
  'platform.find_counts',
  'select key, attempts from login_attempts where key = any($1::text[]) and expires_at > $2',
)

/** Whether one more attempt would be within all limits; counts nothing. */
export async function areAttemptsLeft(ctx: CountingContext, limits: readonly Limit[]): Promise<boolean> {
  return areWithin(ctx, limits, await ctx.database.run(findCounts, [keysOf(ctx, limits), ctx.clock.now()]), 1)
}
