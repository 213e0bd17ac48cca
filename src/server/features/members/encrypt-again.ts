import type { Context } from '#server/gateways/context.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { sealAgain } from './second-factor-codes.ts'
import { listSealed, replaceSealed } from './second-factor-queries.ts'

/**
 * Encrypts second factors with the secret in force, so that an earlier one can be retired. There is at most one per
 * member.
 */
export const encryptAgain = defineScheduledJob<Context>({
  name: 'encrypt-second-factors-again',
  schedule: '23 * * * *',
  summary: 'Encrypts second factors with the latest secret of sessions, after `npm run secrets -- rotate`.',
  async run(ctx) {
    for (const { user_id: userId, sealed_secret: sealedSecret } of await ctx.database.run(listSealed)) {
      const replacement = sealAgain(ctx.secrets, userId, sealedSecret)
      if (replacement !== null) await ctx.database.run(replaceSealed, { userId, sealedSecret, replacement })
    }
  },
})
