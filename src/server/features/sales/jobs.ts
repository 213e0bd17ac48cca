import { addDays } from '#contract/days.ts'
import { DEMAND_KEPT_DAYS } from '#contract/sales/demand.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { defineRetention } from '#server/platform/jobs/retention.ts'
import { forgetDays } from './queries.ts'
import { recordFailedRefunds } from './record-sale.ts'

export const jobs = [
  defineRetention<Context>({
    name: 'forget-old-demand',
    schedule: '53 * * * *',
    rows: [
      {
        what: 'views, holds and sell-outs of counties',
        kept: `${DEMAND_KEPT_DAYS} days after they were counted`,
        keptMs: days(DEMAND_KEPT_DAYS),
        why: 'A year to compare with, plus a month to read it.',
        stays: 'sales, which are in the ledger',
        async forget(ctx, { limit }) {
          const first = addDays(storeDayOf(ctx.clock.now(), ctx.config.timeZone), -DEMAND_KEPT_DAYS)
          return (await ctx.database.run(forgetDays, { first, limit }))[0]?.rows ?? 0
        },
      },
    ],
  }),
  defineScheduledJob({
    name: 'record-failed-refunds',
    summary: 'Restores the revenue of sales whose refund failed under a version before 0043.',
    schedule: '23 * * * *',
    run: (ctx: Context) => recordFailedRefunds(ctx),
  }),
]
