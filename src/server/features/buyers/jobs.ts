import * as z from 'zod/mini'
import { RESTOCK_CONFIRM_DAYS, RESTOCK_REQUEST_DAYS } from '#contract/buyers/restock.ts'
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { forgetIdleWatches, forgetOldRequests } from './end-restock.ts'
import { forgetCodes, forgetSessions } from './queries.ts'
import { CODE_JOB, mailDeskCode } from './send-desk-code.ts'

export const jobs = [
  defineJob({
    name: CODE_JOB,
    summary: 'Emails a code for the buyer’s desk to an address that has ordered.',
    payload: z.object({ codeId: z.string() }),
    attemptsMax: 5,
    run: (ctx: Context, { codeId }) => mailDeskCode(ctx, codeId),
  }),
  defineRetention<Context>({
    name: 'forget-desks',
    schedule: '27 * * * *',
    rows: [
      {
        what: 'codes for the buyer’s desk, with the addresses they were sent to',
        kept: 'a day after their end',
        keptMs: days(1),
        why: 'They no longer open anything.',
        forget: byStatement(forgetCodes),
      },
      {
        what: 'sessions of the buyer’s desk',
        kept: 'until they end',
        keptMs: 0,
        why: 'They no longer open anything.',
        forget: byStatement(forgetSessions),
      },
    ],
  }),
  defineRetention<Context>({
    name: 'forget-restock-requests',
    schedule: '29 * * * *',
    rows: [
      {
        what: 'requests to be told when there are more, with their addresses',
        kept: `${RESTOCK_CONFIRM_DAYS} days if no one confirms them, else ${RESTOCK_REQUEST_DAYS} days; at once when their buyer ends them`,
        keptMs: 0,
        why: 'Whoever never confirmed did not want them, and after a year few still wait.',
        stays: 'that emails were sent, without the address',
        forget: forgetOldRequests,
      },
      {
        what: 'watches of packages',
        kept: 'until no one waits for the package',
        keptMs: 0,
        why: 'They tell no one anything then.',
        forget: forgetIdleWatches,
      },
    ],
  }),
]
