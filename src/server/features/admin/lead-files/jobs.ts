import * as z from 'zod/mini'
import { LeadImportId } from '#contract/admin/lead-files.ts'
import { forgetImports, IMPORT_ATTEMPTS_MAX } from '#server/features/admin/imports.ts'
import type { Context } from '#server/gateways/context.ts'
import { seconds } from '#server/platform/clock.ts'
import { defineJob, enqueue } from '#server/platform/jobs/job.ts'
import { defineRetention } from '#server/platform/jobs/retention.ts'
import { APPLY_JOB } from './apply-lead-import.ts'
import { READ_JOB } from './check-lead-file.ts'
import { resumeImport } from './resume-import.ts'
import {
  dropFile,
  dropRefusals,
  findForgotten,
  forgetChanges,
  forgetColumns,
  markForgotten,
} from './retention-queries.ts'
import { dropLostRows } from './row-partitions.ts'
import { UNDO_MS } from './rules.ts'
import { UNDO_JOB } from './undo-lead-import.ts'

/** How soon to check again whether another node is done, or was killed. */
const LOOK_AGAIN_MS = seconds(5)

const stepJob = (name: string, summary: string) =>
  defineJob({
    name,
    summary,
    payload: z.object({ importId: LeadImportId }),
    attemptsMax: IMPORT_ATTEMPTS_MAX,
    run: async (ctx: Context, { importId }) => {
      if (await resumeImport(ctx, importId)) return
      const runAt = new Date(ctx.clock.now().getTime() + LOOK_AGAIN_MS)
      await enqueue(
        ctx.database,
        name,
        { importId },
        { key: `${name} ${importId}`, runAt, attemptsMax: IMPORT_ATTEMPTS_MAX },
      )
    },
  })

/** What lead imports forget; the imports themselves stay in the list. */
const retention = defineRetention<Context>({
  name: 'forget-lead-files',
  schedule: '16 * * * *',
  rows: [
    {
      what: 'data that lead imports replaced',
      kept: '30 days after they were applied',
      keptMs: UNDO_MS,
      why: 'An import can be undone for this long. Data of owners who opted out is not kept.',
      async forget(ctx, { before }) {
        await ctx.database.run(forgetChanges, { appliedAt: before })
        return 0
      },
    },
    forgetImports({
      what: 'files and rows of lead imports',
      kept: '3 days after the last step; at once when the import ends',
      stays: 'the import, and its column names if it was applied',
      async forgetOldest(tx, before) {
        const [old] = await tx.run(findForgotten, { before, limit: 1 })
        if (!old) return false
        await tx.run(dropFile, { importId: old.import_id })
        // Parts stay, because they say which leads an import created.
        await tx.run(dropRefusals, { uploadNo: old.upload_no })
        await tx.run(markForgotten, { importId: old.import_id })
        return true
      },
    }),
    {
      what: 'column names of lead imports that were not applied',
      kept: 'as long as their file',
      keptMs: 0,
      why: 'What looked like a header may have been a person’s data.',
      async forget(ctx) {
        await ctx.database.run(forgetColumns)
        return 0
      },
    },
    {
      what: 'rows of lead imports that a killed node left behind',
      kept: 'until the next run',
      keptMs: 0,
      why: 'Another node reads the file again.',
      async forget(ctx) {
        await dropLostRows(ctx)
        return 0
      },
    },
  ],
})

export const jobs = [
  stepJob(READ_JOB, 'Reads a lead file and works out what would happen to each row.'),
  stepJob(APPLY_JOB, 'Puts the leads of a checked file on sale, part by part.'),
  stepJob(UNDO_JOB, 'Undoes a lead import, part by part.'),
  retention,
]
