import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { listSealed, replaceSealed, sealAgain } from './second-factor-codes.ts'
import { mailPasswordReset, RESET_JOB } from './update-password.ts'

/** Encrypts second factors with the secret in force, so that an earlier one can be retired. At most one per member. */
const encryptAgain = defineScheduledJob<Context>({
  name: 'encrypt-second-factors-again',
  schedule: '23 * * * *',
  summary: 'Encrypts second factors with the latest secret of sessions, after `npm run secrets -- rotate`.',
  async run(ctx) {
    let unreadable = 0
    for (const { user_id: userId, sealed_secret: sealedSecret } of await ctx.database.run(listSealed)) {
      let replacement: string | null
      try {
        replacement = sealAgain(ctx.secrets, userId, sealedSecret)
      } catch (error) {
        unreadable += 1
        ctx.log.warn({ userId, reason: String(error) }, 'a second factor cannot be encrypted again')
        continue
      }
      if (replacement !== null) await ctx.database.run(replaceSealed, { userId, sealedSecret, replacement })
    }
    if (unreadable > 0) ctx.log.error({ unreadable }, 'second factors were left as they were: no secret opens them')
  },
})

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
