import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { forgetCreditCodes } from './forget-credit-codes.ts'
import { CODE_JOB, mailCreditCode } from './send-credit-code.ts'

export const jobs = [
  defineJob({
    name: CODE_JOB,
    summary: 'Looks whether an address has store credit, and decides that a code is mailed there.',
    payload: z.object({ codeId: z.string() }),
    attemptsMax: 5,
    run: (ctx: Context, { codeId }) => mailCreditCode(ctx, codeId),
  }),
  defineScheduledJob({
    name: 'forget-credit-codes',
    summary: 'Deletes codes for store credit that were asked for a day ago.',
    schedule: '16 * * * *',
    run: (ctx: Context) => forgetCreditCodes(ctx),
  }),
]
