import type { Context } from '#server/gateways/context.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { forgetOldDemand } from './count-demand.ts'
import { recordFailedRefunds } from './record-sale.ts'

export const jobs = [
  defineScheduledJob({
    name: 'forget-old-demand',
    summary: 'Deletes views, holds and sell-outs of counties 400 days after they were counted.',
    schedule: '53 * * * *',
    run: (ctx: Context) => forgetOldDemand(ctx),
  }),
  defineScheduledJob({
    name: 'record-failed-refunds',
    summary: 'Counts sales again whose refund failed under a version before 0043, which left them off revenue.',
    schedule: '23 * * * *',
    run: (ctx: Context) => recordFailedRefunds(ctx),
  }),
]
