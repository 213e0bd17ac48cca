import type { Context } from '#server/gateways/context.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { makeFigures } from './make-figures.ts'

export const trustJobs = [
  defineScheduledJob({
    name: 'make-figures',
    summary: 'Computes the public figures of the day, once, soon after it begins.',
    schedule: '*/10 * * * *',
    run: (ctx: Context) => makeFigures(ctx),
  }),
]
