import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { tellOfMany } from './alarm.ts'
import { forgetOldOptOuts } from './forget-old-opt-outs.ts'
import { WITHDRAW_JOB } from './opt-out.ts'
import { withdraw, withdrawSuppressed } from './withdraw.ts'

export const jobs = [
  defineJob({
    name: WITHDRAW_JOB,
    summary:
      'Takes the leads of a property out of orders whose owner asked to be left alone; out of stock where that is due.',
    // Sixteen bytes of a hash: no UUID of any version.
    payload: z.object({ propertyKey: z.guid() }),
    attemptsMax: 25,
    run: (ctx: Context, payload) => withdraw(ctx, payload),
  }),
  defineScheduledJob({
    name: 'withdraw-suppressed',
    summary:
      'Takes leads of such properties out of stock hours after their owners asked, and those that came back: freed by a hold, or brought by an import that was under way. Tells administrators of unusually many requests.',
    schedule: '* * * * *',
    run: async (ctx: Context) => {
      await tellOfMany(ctx)
      await withdrawSuppressed(ctx)
    },
  }),
  defineScheduledJob({
    name: 'forget-old-opt-outs',
    summary: 'Deletes requests to be left alone of 30 days ago; the fingerprints of their properties stay.',
    schedule: '57 * * * *',
    run: (ctx: Context) => forgetOldOptOuts(ctx),
  }),
]
