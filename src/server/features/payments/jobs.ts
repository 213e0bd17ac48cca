import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { forgetEvents } from './event-queries.ts'
import { handlePaymentEvent } from './receive-webhook.ts'
import { recordDispute } from './record-dispute.ts'
import { recordDecline } from './record-unpaid.ts'
import { checkRefunds, refundPayment, retryRefunds } from './refund-payment.ts'

const EventPayload = z.object({ eventId: z.string(), paymentId: z.string() })

export const jobs = [
  defineJob({
    name: 'settle-payment',
    summary: 'Asks the provider about the payment that a webhook spoke of, and settles, freezes or closes its order.',
    payload: EventPayload,
    attemptsMax: 25,
    run: (ctx: Context, event) => handlePaymentEvent(ctx, event),
  }),
  defineJob({
    name: 'note-decline',
    summary: 'Writes down a declined card that a webhook spoke of, and closes a payment that had ten.',
    payload: EventPayload,
    attemptsMax: 25,
    run: (ctx: Context, event) => recordDecline(ctx, event),
  }),
  defineJob({
    name: 'note-dispute',
    summary: 'Asks the provider about the dispute that a webhook spoke of, and writes down its state.',
    payload: EventPayload,
    attemptsMax: 25,
    run: (ctx: Context, event) => recordDispute(ctx, event),
  }),
  defineJob({
    name: 'refund-payment',
    summary: 'Sends one refund that is due to the card provider.',
    payload: z.object({ refundId: z.string() }),
    attemptsMax: 25,
    run: async (ctx: Context, { refundId }) => {
      await refundPayment(ctx, refundId)
    },
  }),
  defineJob({
    name: 'check-refunds',
    summary: 'Asks the provider about refunds that a webhook spoke of: one that failed there waits for a person.',
    payload: EventPayload,
    attemptsMax: 25,
    run: (ctx: Context, event) => checkRefunds(ctx, event),
  }),
  defineScheduledJob({
    name: 'retry-refunds',
    summary: 'Sends refunds again that the provider did not make, or whose job was lost, with growing waits.',
    schedule: '* * * * *',
    run: (ctx: Context) => retryRefunds(ctx),
  }),
  defineRetention<Context>({
    name: 'forget-old-events',
    schedule: '1 * * * *',
    rows: [
      {
        what: 'handled webhook events and the networks of their payments',
        kept: '90 days after they came',
        keptMs: days(90),
        why: 'A stored event keeps the same event from doing its work twice. The provider sends one again for 30 days; three times that covers what is looked up when a bank asks.',
        stays: 'events that were never handled: somebody must look at them',
        forget: byStatement(forgetEvents),
      },
    ],
  }),
]
