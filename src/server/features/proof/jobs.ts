import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { growLog } from './grow-log.ts'
import { makeFigures } from './make-figures.ts'
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
  defineScheduledJob({
    name: 'make-figures',
    summary: 'Computes the public figures of the day, once, soon after it begins.',
    schedule: '*/10 * * * *',
    run: (ctx: Context) => makeFigures(ctx),
  }),
]
