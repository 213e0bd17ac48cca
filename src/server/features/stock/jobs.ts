import type { Context } from '#server/gateways/context.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { forgetOldDetails } from './forget-old-details.ts'

export const jobs = [
  defineScheduledJob({
    name: 'forget-old-details',
    summary:
      'Deletes personal data of leads 180 days (a setting) after they were acquired or sold; counts and fingerprints stay.',
    schedule: '26 * * * *',
    run: (ctx: Context) => forgetOldDetails(ctx),
  }),
]
