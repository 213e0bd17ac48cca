/** Retention of deliveries and opt-outs. */
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { forgetFiles, forgetNetworks } from './file-queries.ts'
import { CONFIRMATION_MS } from './opt-out.ts'
import { forgetConfirmations, forgetRequests, forgetUntold } from './opt-out-queries.ts'

/** Files are large, so a step takes only a few and no one notices it. */
const FILES_AT_ONCE = 100

async function forgetOldFiles(ctx: PlatformContext, { before, limit }: { before: Date; limit: number }) {
  let deleted = 0
  while (deleted < limit) {
    const rows = await ctx.database.run(forgetFiles, { now: before, limit: FILES_AT_ONCE })
    deleted += rows.length
    if (rows.length < FILES_AT_ONCE) break
  }
  return deleted
}

export const deliveryRetention = defineRetention<Context>({
  name: 'forget-delivery-files',
  schedule: '41 * * * *',
  rows: [
    {
      what: 'delivered files',
      kept: '30 days (a setting), as their links say; at once when they are refunded',
      keptMs: 0,
      why: 'The link promises this date.',
      stays: 'the record that they were delivered and downloaded',
      forget: forgetOldFiles,
    },
    {
      what: 'networks of downloads',
      kept: '180 days after the download',
      keptMs: days(180),
      why: 'For four months, a bank may ask who downloaded a delivery; half a year leaves time to answer.',
      stays: 'the download',
      forget: async (ctx, rows) => (await ctx.database.run(forgetNetworks, rows)).length,
    },
  ],
})

export const optOutRetention = defineRetention<Context>({
  name: 'forget-old-opt-outs',
  schedule: '57 * * * *',
  rows: [
    {
      what: 'opt-out requests, and the addresses their receipts went to',
      kept: '30 days',
      keptMs: days(30),
      why: 'Gives time to find out why an email failed, and to retry it.',
      stays: 'the fingerprint of the property, which needs none of this',
      forget: byStatement(forgetRequests),
    },
    {
      what: 'opt-out requests that were not confirmed',
      kept: 'until their link expires',
      keptMs: CONFIRMATION_MS,
      why: 'They have no effect.',
      forget: byStatement(forgetConfirmations),
    },
    {
      what: 'addresses of properties whose earlier buyers could not be told',
      kept: '30 days; at once after the buyers were told',
      keptMs: days(30),
      why: 'Emails are retried for two days, and an administrator may try again.',
      stays: 'the fingerprint of the property',
      forget: byStatement(forgetUntold),
    },
  ],
})
