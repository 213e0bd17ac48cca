import { type Statement, statement } from '#server/platform/database/statement.ts'
import { addMilliseconds } from '../clock.ts'
import type { PlatformContext } from '../context.ts'
import { defineScheduledJob, inBatches, type Job } from './job.ts'

export interface Retention<Ctx extends PlatformContext> {
  readonly what: string
  /** How long after what, for people, e.g. "30 days after the end of their hold". */
  readonly kept: string
  /** The same in milliseconds; absent for rows that carry their own end. */
  readonly keptMs?: number | ((config: Ctx['config']) => number)
  readonly why: string
  readonly stays?: string
  /** Skips locked rows. @returns how many of at most `limit` rows before `before`; fewer if none is left */
  forget(ctx: Ctx, rows: { before: Date; limit: number }): Promise<number>
}

export interface RetentionJob<Ctx extends PlatformContext> extends Job<Ctx> {
  readonly retention: readonly Retention<Ctx>[]
}

/** Defines the hourly job that forgets. A rule that fails does not keep the others. */
export function defineRetention<Ctx extends PlatformContext>(retention: readonly Retention<Ctx>[]): RetentionJob<Ctx> {
  const run = async (ctx: Ctx) => {
    const errors: unknown[] = []
    for (const { what, keptMs = 0, forget } of retention) {
      const ms = typeof keptMs === 'number' ? keptMs : keptMs(ctx.config)
      const before = addMilliseconds(ctx.clock.now(), -ms)
      try {
        await inBatches(ctx, { what: `${what} were forgotten` }, (limit) => forget(ctx, { before, limit }))
      } catch (error) {
        ctx.log.error({ what, reason: String(error) }, 'rows could not be forgotten')
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
  const summary = 'Forgets what is no longer needed, each kind of rows when its time is up (retention.md).'
  return { ...defineScheduledJob({ name: 'forget-old-rows', schedule: '21 * * * *', summary, run }), retention }
}

export const byStatement =
  (statement: Statement<{ before: Date; limit: number }, { rows: number }>) =>
  async (ctx: PlatformContext, rows: { before: Date; limit: number }): Promise<number> =>
    (await ctx.database.run(statement, rows))[0]?.rows ?? 0

interface Forgetting {
  compare?: '<' | '<='
  /** A condition on the rows beside their end. */
  where?: string
  /** The columns that are emptied; absent: the rows are deleted. */
  emptied?: string
  /** A further part of the statement, which finds the keys of these rows in `gone`. */
  also?: string
}

/** Forgets up to `limit` rows whose `ended` lies before `before` (with `<=`, or on it), oldest first. */
export const forgetting = (
  name: string,
  table: string,
  key: string,
  ended: string,
  { compare = '<', where = 'true', emptied, also }: Forgetting = {},
) =>
  statement<{ before: Date; limit: number }, { rows: number }>(name)`
    with gone as (
    ${emptied ? `update ${table} set ${emptied} = null` : `delete from ${table}`} where ${key} = any(array(
      select ${key} from ${table} where ${ended} ${compare} $before and ${where} order by ${ended} limit $limit
      for update skip locked))
    returning ${key}
   )${also ? `, also as (${also})` : ''}
   select count(*)::int as rows from gone`

/** Forgets in one pass, after which a second would find nothing. */
export const inOnePass =
  <Ctx>(forget: (ctx: Ctx, rows: { before: Date }) => Promise<unknown>) =>
  async (ctx: Ctx, rows: { before: Date }): Promise<number> => {
    await forget(ctx, rows)
    return 0
  }
