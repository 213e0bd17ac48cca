import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { grantOverdueClaims } from './answer-claims.ts'
import { forgetFiles, forgetUnclaimed } from './file-queries.ts'
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
  defineRetention<Context>({
    name: 'forget-claim-files',
    schedule: '54 * * * *',
    rows: [
      {
        what: 'files that buyers attached to claims',
        kept: '90 days after the answer',
        keptMs: days(90),
        why: 'They can show people. By then, no one disputes the answer.',
        stays: 'the claim and its answer',
        forget: byStatement(forgetFiles),
      },
      {
        what: 'files that were attached and then not used for a claim',
        kept: '1 day',
        keptMs: days(1),
        why: 'Leaves time to finish the claim.',
        forget: byStatement(forgetUnclaimed),
      },
    ],
  }),
]
