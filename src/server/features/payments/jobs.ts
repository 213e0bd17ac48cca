import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { handlePaymentEvent } from './receive-webhook.ts'
import { recordDispute } from './record-dispute.ts'
import { recordDecline } from './record-unpaid.ts'
import { checkRefunds, refundPayment, retryRefunds } from './refund-payment.ts'
import { findUnknownPayments, sendUnknownRefund } from './unknown-payments.ts'

const EventPayload = z.object({ eventId: z.string(), paymentId: z.string() })

export const jobs = [
  defineJob({
    name: 'settle-payment',
    summary: 'Asks the provider about a payment after a webhook, and settles, freezes or closes its order.',
    payload: EventPayload,
    attemptsMax: 25,
    run: (ctx: Context, event) => handlePaymentEvent(ctx, event),
  }),
  defineJob({
    name: 'note-decline',
    summary: 'Records a declined card after a webhook, and closes a payment with ten declines.',
    payload: EventPayload,
    attemptsMax: 25,
    run: (ctx: Context, event) => recordDecline(ctx, event),
  }),
  defineJob({
    name: 'note-dispute',
    summary: 'Asks the provider about a dispute after a webhook, and records its state.',
    payload: EventPayload,
    attemptsMax: 25,
    run: (ctx: Context, event) => recordDispute(ctx, event),
  }),
  defineJob({
    name: 'refund-payment',
    summary: 'Sends one due refund to the card provider.',
    payload: z.object({ refundId: z.string() }),
    attemptsMax: 25,
    run: async (ctx: Context, { refundId }) => {
      await refundPayment(ctx, refundId)
    },
  }),
  defineJob({
    name: 'check-refunds',
    summary: 'Asks the provider about refunds after a webhook. A refund that failed there waits for a person.',
    payload: EventPayload,
    attemptsMax: 25,
    run: (ctx: Context, event) => checkRefunds(ctx, event),
  }),
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
