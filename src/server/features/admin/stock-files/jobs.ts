import type { Context } from '#server/gateways/context.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { forgetStockImports } from './forget-stock-imports.ts'

export const jobs = [
  defineScheduledJob({
    name: 'forget-stock-imports',
    summary: 'Deletes the rows of imports of stock that nobody went on with for 3 days.',
    schedule: '6 * * * *',
    run: (ctx: Context) => forgetStockImports(ctx),
  }),
]
