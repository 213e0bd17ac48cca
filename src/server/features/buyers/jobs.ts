import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
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
        why: 'They open nothing any more.',
        forget: byStatement(forgetCodes),
      },
      {
        what: 'sessions of the buyer’s desk',
        kept: 'until they end',
        keptMs: 0,
        why: 'They open nothing any more.',
        forget: byStatement(forgetSessions),
      },
    ],
  }),
]
