import * as z from 'zod/mini'
import { Cents, OrderId } from '#contract/values.ts'
import { TAKE_REST_JOB } from '#server/features/orders/change-credit.ts'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { creditReturningCustomers } from './credit-returning-customers.ts'
import { forgetCreditCodes } from './forget-credit-codes.ts'
import { CODE_JOB, mailCreditCode } from './send-credit-code.ts'
import { takeRestOnceFree } from './take-rest-of-late-credit.ts'

export const jobs = [
  defineJob({
    name: CODE_JOB,
    summary: 'Looks whether an address has store credit, and decides that a code is mailed there.',
    payload: z.object({ codeId: z.string() }),
    attemptsMax: 5,
    run: (ctx: Context, { codeId }) => mailCreditCode(ctx, codeId),
  }),
  defineJob({
    name: TAKE_REST_JOB,
    summary: 'Takes back credit for a late line that was refunded, once orders that had set it aside ended without it.',
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
    summary: 'Gives customers who ordered again store credit, within minutes of their payment.',
    schedule: '*/5 * * * *',
    run: (ctx: Context) => creditReturningCustomers(ctx),
  }),
  defineScheduledJob({
    name: 'forget-credit-codes',
    summary: 'Deletes codes for store credit that were asked for a day ago.',
    schedule: '16 * * * *',
    run: (ctx: Context) => forgetCreditCodes(ctx),
  }),
]
