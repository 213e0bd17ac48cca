import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { forgetOldSignIns } from './forget-old-sign-ins.ts'

export const jobs = [
  defineJob({
    name: 'forget-old-sign-ins',
    summary: 'Deletes counters of log-in attempts whose window is over, and expired sessions.',
    payload: z.object({}),
    attemptsMax: 1,
    schedule: '41 * * * *',
    run: async (ctx: Context) => {
      await forgetOldSignIns(ctx)
    },
  }),
]
