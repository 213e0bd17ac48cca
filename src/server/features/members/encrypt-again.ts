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
