import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { applyCaps, FOLLOW_CAPS_JOB } from './on-caps-changed.ts'

export const jobs = [
  defineJob({
    name: FOLLOW_CAPS_JOB,
    summary: 'Lets leads that are for sale be sold as often as the settings say for their tier, and stock with them.',
    payload: z.object({}),
    attemptsMax: 25,
    run: (ctx: Context) => applyCaps(ctx),
  }),
  defineJob({
    name: 'look-at-sale-caps',
    summary: 'The same once a day, for leads that were written by a node which had not heard of a change.',
    payload: z.object({}),
    attemptsMax: 1,
    schedule: '47 9 * * *',
    run: (ctx: Context) => applyCaps(ctx),
  }),
]
