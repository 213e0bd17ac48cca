import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { forgetOldLines } from './forget-old-lines.ts'

export const jobs = [
  defineJob({
    name: 'forget-old-lines',
    summary: 'Deletes cart lines of holds that ended, 30 days after they were added.',
    payload: z.object({}),
    attemptsMax: 1,
    schedule: '11 * * * *',
    run: async (ctx: Context) => {
      await forgetOldLines(ctx)
    },
  }),
]
