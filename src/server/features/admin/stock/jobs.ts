import type { Context } from '#server/gateways/context.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { tellLowStock } from './tell-low-stock.ts'

export const jobs = [
  defineScheduledJob({
    name: 'tell-low-stock',
    summary: 'Finds packages that fell to 10 or fewer and queues an email that lists them for administrators.',
    schedule: '* * * * *',
    run: (ctx: Context) => tellLowStock(ctx),
  }),
]
