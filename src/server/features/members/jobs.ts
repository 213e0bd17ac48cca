import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { encryptAgain } from './encrypt-again.ts'
import { mailPasswordReset, RESET_JOB } from './update-password.ts'

export const jobs = [
  defineJob({
    name: RESET_JOB,
    summary: 'Emails a reset link to an address if it has a member.',
    payload: z.object({ verificationId: z.string(), email: z.string() }),
    attemptsMax: 5,
    run: (ctx: Context, payload) => mailPasswordReset(ctx, payload),
  }),
  encryptAgain,
]
