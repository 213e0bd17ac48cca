import * as z from 'zod/mini'
import { Cents, OrderId } from '#contract/values.ts'
import { TAKE_REST_JOB } from '#server/features/orders/change-credit.ts'
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { takeRestOnceFree } from './credit-late-delivery.ts'
import { creditReturningCustomers } from './credit-returning-customers.ts'
import { forgetCodes } from './queries.ts'
import { CODE_JOB, mailCreditCode } from './send-credit-code.ts'

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
  defineRetention<Context>({
    name: 'forget-credit-codes',
    schedule: '16 * * * *',
    rows: [
      {
        what: 'codes for store credit, with the addresses they were mailed to',
        kept: 'a day after they were asked for',
        keptMs: days(1),
        why: 'Both of their times are over long before.',
        forget: byStatement(forgetCodes),
      },
    ],
  }),
]
