import * as z from 'zod/mini'
import { importJob } from '#server/features/imports/run-import.ts'
import type { Context } from '#server/gateways/context.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { OWN_LIST_IMPORTS } from './manage-own-lists.ts'
import { CODE_JOB, mailDeskCode } from './open-desk.ts'

export const jobs = [
  defineJob({
    name: CODE_JOB,
    summary: 'Emails a code for the buyer’s desk to an address that has ordered.',
    payload: z.object({ codeId: z.string() }),
    attemptsMax: 5,
    run: (ctx: Context, { codeId }) => mailDeskCode(ctx, codeId),
  }),
  importJob<Context>(OWN_LIST_IMPORTS.job, [OWN_LIST_IMPORTS], 'Reads a buyer’s list, or keeps it.'),
]
