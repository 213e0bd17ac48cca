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
import { findUnknownPayments, sendUnknownRefund } from './unknown-payments.ts'
import { forgetUnknown } from './unknown-queries.ts'

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
  defineRetention<Context>({
    name: 'forget-unknown-payments',
    schedule: '31 * * * *',
    rows: [
      {
        what: 'payments whose orders a restore lost, with the contact of their payers',
        kept: '90 days after they were found',
        keptMs: days(90),
        why: 'Someone must look into them, and questions from a bank come within that time.',
        stays: 'the payment at the card provider',
        forget: byStatement(forgetUnknown),
      },
    ],
  }),
  defineRetention<Context>({
    name: 'forget-old-events',
    schedule: '1 * * * *',
    rows: [
      {
        what: 'handled webhook events and the networks of their payments',
        kept: '90 days after they came',
        keptMs: days(90),
        why: 'A stored event keeps the same event from being handled twice. The provider repeats events for 30 days; three times that covers questions from a bank.',
        stays: 'events that were never handled: someone must look into them',
        forget: byStatement(forgetEvents),
      },
    ],
  }),
]
