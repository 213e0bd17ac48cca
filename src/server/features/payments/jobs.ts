import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { handlePaymentEvent } from './receive-webhook.ts'
import { recordDispute } from './record-dispute.ts'
import { recordDecline } from './record-unpaid.ts'
import { checkRefunds, refundPayment, retryRefunds } from './refund-payment.ts'
import { findUnknownPayments, sendUnknownRefund } from './unknown-payments.ts'

function eventJob(
  name: string,
  summary: string,
  run: (ctx: Context, event: { eventId: string; paymentId: string }) => Promise<void>,
) {
  const payload = z.object({ eventId: z.string(), paymentId: z.string() })
  return defineJob({ name, summary, payload, attemptsMax: 25, run })
}

export const jobs = [
  eventJob(
    'settle-payment',
    'Asks the provider about a payment after a webhook, and settles, freezes or closes its order.',
    handlePaymentEvent,
  ),
  eventJob(
    'note-decline',
    'Records a declined card after a webhook, and closes a payment with ten declines.',
    recordDecline,
  ),
  eventJob('note-dispute', 'Asks the provider about a dispute after a webhook, and records its state.', recordDispute),
  defineJob({
    name: 'refund-payment',
    summary: 'Sends one due refund to the card provider.',
    payload: z.object({ refundId: z.string() }),
    attemptsMax: 25,
    run: async (ctx: Context, { refundId }) => {
      await refundPayment(ctx, refundId)
    },
  }),
  eventJob(
    'check-refunds',
    'Asks the provider about refunds after a webhook. A refund that failed there waits for a person.',
    checkRefunds,
  ),
  defineScheduledJob({
    name: 'retry-refunds',
    summary: 'Retries refunds that the provider did not make or whose job was lost, with growing waits.',
    schedule: '* * * * *',
    run: (ctx: Context) => retryRefunds(ctx),
  }),
  defineScheduledJob({
    name: 'find-unknown-payments',
    summary: 'After a restore, asks the card provider every hour for a day about payments whose orders were lost.',
    schedule: '* * * * *',
    run: (ctx: Context) => findUnknownPayments(ctx),
  }),
  defineJob({
    name: 'refund-unknown-payment',
    summary: 'Gives back a payment whose order a restore lost, after an administrator said so.',
    payload: z.object({ paymentId: z.string() }),
    attemptsMax: 25,
    run: (ctx: Context, { paymentId }) => sendUnknownRefund(ctx, paymentId),
  }),
]
