import * as z from 'zod/mini'
import { StockImportId } from '#contract/admin/stock-files.ts'
import { IMPORT_ATTEMPTS_MAX } from '#server/features/admin/imports.ts'
import type { Context } from '#server/gateways/context.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { APPLY_JOB, applyParts } from './apply-stock-import.ts'

export const jobs = [
  defineJob({
    name: APPLY_JOB,
    summary: 'Applies the rest of a stock file whose node died.',
    payload: z.object({ importId: StockImportId }),
    attemptsMax: IMPORT_ATTEMPTS_MAX,
    run: (ctx: Context, { importId }) => applyParts(ctx, importId),
  }),
]
