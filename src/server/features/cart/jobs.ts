import type { Context } from '#server/gateways/context.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { forgetOldLines } from './forget-old-lines.ts'

export const jobs = [
  defineScheduledJob({
    name: 'forget-old-lines',
    summary: 'Deletes cart lines of holds that ended, 30 days after they were added.',
    schedule: '11 * * * *',
    run: (ctx: Context) => forgetOldLines(ctx),
  }),
]
