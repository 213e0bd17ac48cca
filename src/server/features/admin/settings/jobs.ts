import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { applyCaps, FOLLOW_CAPS_JOB } from './on-caps-changed.ts'

export const jobs = [
  defineJob({
    name: FOLLOW_CAPS_JOB,
    summary: 'Applies a changed sale cap to leads already on sale, and updates stock.',
    payload: z.object({}),
    attemptsMax: 25,
    run: (ctx: Context) => applyCaps(ctx),
  }),
  defineJob({
    name: 'look-at-sale-caps',
    summary: 'Applies sale caps once a day, in case a node wrote leads before it knew of a change.',
    payload: z.object({}),
    attemptsMax: 1,
    schedule: '47 9 * * *',
    run: (ctx: Context) => applyCaps(ctx),
  }),
]
