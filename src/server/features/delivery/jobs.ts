import * as z from 'zod/mini'
import type { OrderId } from '#contract/values.ts'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { deliverLeads } from './deliver-leads.ts'
import { forgetDeliveryFiles } from './forget-delivery-files.ts'
import { type OnLateDelivery, watchDeliveries } from './watch-deliveries.ts'

/** @param onLateDelivery what a feature above does for the buyer of a late line */
export const deliveryJobs = (onLateDelivery: OnLateDelivery = async () => undefined) => [
  defineJob({
    name: 'deliver-leads',
    summary: 'Makes the files of an order’s leads and has its buyer sent the link.',
    payload: z.object({ orderId: z.string() }),
    attemptsMax: 25,
    run: (ctx: Context, { orderId }) => deliverLeads(ctx, orderId as OrderId),
  }),
  defineScheduledJob({
    name: 'watch-deliveries',
    summary: 'Warns administrators of paid packages that nobody delivered, and finds what is late.',
    schedule: '* * * * *',
    run: (ctx: Context) => watchDeliveries(ctx, onLateDelivery),
  }),
  defineScheduledJob({
    name: 'forget-delivery-files',
    summary: 'Deletes delivered files whose time is over, and forgets the networks of old downloads.',
    schedule: '41 * * * *',
    run: (ctx: Context) => forgetDeliveryFiles(ctx),
  }),
]
