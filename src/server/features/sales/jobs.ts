import type { Context } from '#server/gateways/context.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { recordFailedRefunds } from './record-sale.ts'

export const jobs = [
  defineScheduledJob({
    name: 'record-failed-refunds',
    summary: 'Restores the revenue of sales whose refund failed under a version before 0043.',
    schedule: '23 * * * *',
    run: (ctx: Context) => recordFailedRefunds(ctx),
  }),
]
