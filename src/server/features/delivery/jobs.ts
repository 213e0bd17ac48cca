import * as z from 'zod/mini'
import type { OrderId } from '#contract/values.ts'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { deliverLeads } from './deliver-leads.ts'
import { tellOfMany, WITHDRAW_JOB } from './opt-out.ts'
import { type OnLateDelivery, watchDeliveries } from './watch-deliveries.ts'
import { withdraw, withdrawSuppressed } from './withdraw.ts'

/** @param onLateDelivery what a feature above does for the buyer of a late line */
export const deliveryJobs = (onLateDelivery: OnLateDelivery = async () => undefined) => [
  defineJob({
    name: 'deliver-leads',
    summary: 'Makes the files of an order’s leads and sends its buyer the link.',
    payload: z.object({ orderId: z.string() }),
    attemptsMax: 25,
    run: (ctx: Context, { orderId }) => deliverLeads(ctx, orderId as OrderId),
  }),
  defineScheduledJob({
    name: 'watch-deliveries',
    summary: 'Warns administrators of paid packages that no one has delivered, and finds late ones.',
    schedule: '* * * * *',
    run: (ctx: Context) => watchDeliveries(ctx, onLateDelivery),
  }),
]

export const optOutJobs = [
  defineJob({
    name: WITHDRAW_JOB,
    summary: 'Removes the leads of an opted-out property from orders, and from stock once that is due.',
    // Sixteen bytes of a hash: not a UUID of any version.
    payload: z.object({ propertyKey: z.guid() }),
    attemptsMax: 25,
    run: (ctx: Context, payload) => withdraw(ctx, payload),
  }),
  defineScheduledJob({
    name: 'withdraw-suppressed',
    summary:
      'Removes leads of opted-out properties from stock hours after the request, and those that came back from a hold or an import in progress. Tells administrators if there are unusually many requests.',
    schedule: '* * * * *',
    run: async (ctx: Context) => {
      await tellOfMany(ctx)
      await withdrawSuppressed(ctx)
    },
  }),
]
