import * as z from 'zod/mini'
import { WEBHOOK_EVENT_DAYS } from '#contract/webhooks/webhooks.ts'
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { forgetEvents } from './event-queries.ts'
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
  defineRetention<Context>({
    name: 'forget-webhook-events',
    schedule: '28 * * * *',
    rows: [
      {
        what: 'events of webhooks, with their tries and answers',
        kept: `${WEBHOOK_EVENT_DAYS} days after they occurred`,
        keptMs: days(WEBHOOK_EVENT_DAYS),
        why: 'A receiver that missed them can still get them until then. They hold ids; an answer may hold what its receiver wrote.',
        forget: byStatement(forgetEvents),
      },
    ],
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
        // The others must not wait for one that no secret opens.
        ctx.log.error(
          { webhookId: row.webhook_id, reason: String(error) },
          'a webhook’s secret cannot be encrypted again',
        )
      }
    }
  }
}
