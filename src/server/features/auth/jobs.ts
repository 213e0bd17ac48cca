import type { Context } from '#server/gateways/context.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { forgetOldSignIns } from './forget-old-sign-ins.ts'

export const jobs = [
  defineScheduledJob({
    name: 'forget-old-sign-ins',
    summary: 'Deletes counters of log-in attempts whose window is over, and expired sessions.',
    schedule: '41 * * * *',
    run: (ctx: Context) => forgetOldSignIns(ctx),
  }),
]
