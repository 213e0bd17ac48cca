import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { listSealed, replaceSealed } from './queries.ts'
import { sealSecretAgain } from './rules.ts'
import { sendWebhookEvents } from './send-events.ts'

export const jobs = [
  defineJob({
    name: 'send-webhook-events',
    summary: 'Sends what is due to one webhook, at most ten events a second.',
    payload: z.object({ webhookId: z.string() }),
    attemptsMax: 25,
    run: (ctx: Context, { webhookId }) => sendWebhookEvents(ctx, webhookId),
  }),
  defineScheduledJob<Context>({
    name: 'encrypt-webhook-secrets-again',
    schedule: '24 * * * *',
    summary: 'Encrypts secrets of webhooks with the latest secret of sessions, after `npm run secrets -- rotate`.',
    run: encryptAgain,
  }),
]

async function encryptAgain(ctx: Context): Promise<void> {
  for (const row of await ctx.database.run(listSealed)) {
    for (const sealedBefore of [row.sealed_secret, row.sealed_previous]) {
      if (!sealedBefore) continue
      try {
        const sealedSecret = sealSecretAgain(ctx.secrets, row.webhook_id, sealedBefore)
        if (sealedSecret)
          await ctx.database.run(replaceSealed, { webhookId: row.webhook_id, sealedBefore, sealedSecret })
      } catch (error) {
        // The others must not wait for one that no secret can decrypt.
        const about = { webhookId: row.webhook_id, reason: String(error) }
        ctx.log.error(about, 'a webhook’s secret cannot be encrypted again')
      }
    }
  }
}
