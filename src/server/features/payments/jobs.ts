import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { handleDisputeEvent, handlePaymentEvent } from './receive-webhook.ts'
import { refundPayment } from './refund-payment.ts'

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
    name: 'note-dispute',
    summary: 'Marks a payment as disputed by the buyer’s bank.',
    payload: EventPayload,
    attemptsMax: 25,
    run: (ctx: Context, event) => handleDisputeEvent(ctx, event),
  }),
  defineJob({
    name: 'refund-payment',
    summary: 'Sends one refund that is due to the card provider.',
    payload: z.object({ refundId: z.string() }),
    attemptsMax: 25,
    run: (ctx: Context, { refundId }) => refundPayment(ctx, refundId),
  }),
]
