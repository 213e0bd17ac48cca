import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { growLog } from './grow-log.ts'
import { forgetProofs } from './proof-queries.ts'
import { GROW_JOB } from './record-leads.ts'

export const jobs = [
  defineJob({
    name: GROW_JOB,
    summary: 'Puts delivered leads into the public log, publishes it and writes their proofs.',
    payload: z.object({}),
    attemptsMax: 5,
    run: (ctx: Context) => growLog(ctx),
  }),
  defineScheduledJob({
    name: 'publish-log',
    summary: 'Does the same every minute for what waits for a witness, and publishes the log at least once an hour.',
    schedule: '* * * * *',
    run: (ctx: Context) => growLog(ctx),
  }),
  defineRetention<Context>({
    name: 'forget-log-proofs',
    schedule: '33 * * * *',
    rows: [
      {
        what: 'proofs of delivered leads',
        kept: 'as long as delivered files; less if the lead’s data is deleted first',
        keptMs: ({ deliveryDays, leadDays }) => days(Math.min(deliveryDays, leadDays)),
        why: 'A proof contains the lead. Its buyer has downloaded it by then.',
        stays: 'The entry in the public log, which names no one.',
        forget: byStatement(forgetProofs),
      },
    ],
  }),
]
