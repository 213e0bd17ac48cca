import type { Context } from '#server/gateways/context.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { grantOverdueClaims } from './answer-claims.ts'

export const claimJobs = [
  defineScheduledJob({
    name: 'grant-overdue-claims',
    summary: 'Grants claims that no administrator answered within two days.',
    schedule: '*/5 * * * *',
    run: (ctx: Context) => grantOverdueClaims(ctx),
  }),
]
