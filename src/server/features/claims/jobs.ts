import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { grantOverdueClaims } from './answer-claims.ts'
import { forgetNotes } from './queries.ts'

export const claimJobs = [
  defineScheduledJob({
    name: 'grant-overdue-claims',
    summary: 'Grants claims that no administrator answered within two days.',
    schedule: '*/5 * * * *',
    run: (ctx: Context) => grantOverdueClaims(ctx),
  }),
  defineRetention<Context>({
    name: 'forget-claim-notes',
    schedule: '52 * * * *',
    rows: [
      {
        what: 'what buyers wrote about claimed leads',
        kept: '90 days after the answer',
        keptMs: days(90),
        why: 'It can name people. By then, no one disputes the answer.',
        stays: 'the claim and its answer',
        forget: byStatement(forgetNotes),
      },
    ],
  }),
]
