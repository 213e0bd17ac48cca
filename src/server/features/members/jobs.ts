import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { mailPasswordReset, RESET_JOB } from './reset-password.ts'
import { retention } from './retention.ts'

export const jobs = [
  defineJob({
    name: RESET_JOB,
    summary: 'Looks whether an address has a member, and decides that a reset link is mailed there.',
    payload: z.object({ verificationId: z.string(), email: z.string() }),
    attemptsMax: 5,
    run: (ctx: Context, payload) => mailPasswordReset(ctx, payload),
  }),
  retention,
]
