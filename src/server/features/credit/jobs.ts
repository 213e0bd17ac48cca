import * as z from 'zod/mini'
import { Cents, OrderId } from '#contract/values.ts'
import { TAKE_REST_JOB } from '#server/features/orders/change-credit.ts'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { creditReturningCustomers, takeRestOnceFree } from './give-credit.ts'
import { CODE_JOB, mailCreditCode } from './send-credit-code.ts'

export const jobs = [
  defineJob({
    name: CODE_JOB,
    summary: 'Emails a code to an address if it has store credit.',
    payload: z.object({ codeId: z.string() }),
    attemptsMax: 5,
    run: (ctx: Context, { codeId }) => mailCreditCode(ctx, codeId),
  }),
  defineJob({
    name: TAKE_REST_JOB,
    summary:
      'Takes back the rest of what a refunded line earned, once the orders that had set it aside have ended without using it.',
    payload: z.object({
      orderId: OrderId,
      refundId: z.string(),
      lineNumber: z.number(),
      customerKey: z.string(),
      cents: Cents,
      refundedAt: z.string(),
    }),
    attemptsMax: 25,
    run: (ctx: Context, rest) => takeRestOnceFree(ctx, rest),
  }),
  defineScheduledJob({
    name: 'credit-returning-customers',
    summary: 'Gives store credit to returning customers, within minutes of their payment.',
    schedule: '*/5 * * * *',
    run: (ctx: Context) => creditReturningCustomers(ctx),
  }),
]
