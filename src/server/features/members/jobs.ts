import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { forgetOldSignIns } from './forget-old-sign-ins.ts'
import { mailPasswordReset, RESET_JOB } from './request-password-reset.ts'

export const jobs = [
  defineJob({
    name: RESET_JOB,
    summary: 'Looks whether an address has a member, and decides that a reset link is mailed there.',
    payload: z.object({ verificationId: z.string(), email: z.string() }),
    attemptsMax: 5,
    run: (ctx: Context, payload) => mailPasswordReset(ctx, payload),
  }),
  defineScheduledJob({
    name: 'forget-old-sign-ins',
    summary: 'Deletes counters of attempts whose window is over, expired sessions, and mailed links that are over.',
    schedule: '41 * * * *',
    run: (ctx: Context) => forgetOldSignIns(ctx),
  }),
]
