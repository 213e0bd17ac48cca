import * as z from 'zod/mini'
import { LeadImportId } from '#contract/admin/lead-files.ts'
import { IMPORT_ATTEMPTS_MAX } from '#server/features/admin/imports.ts'
import type { Context } from '#server/gateways/context.ts'
import { seconds } from '#server/platform/clock.ts'
import { defineJob, enqueue } from '#server/platform/jobs/job.ts'
import { APPLY_JOB } from './apply-lead-import.ts'
import { READ_JOB } from './check-lead-file.ts'
import { resumeImport } from './resume-import.ts'
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

export const jobs = [
  stepJob(READ_JOB, 'Reads a lead file and works out what would happen to each row.'),
  stepJob(APPLY_JOB, 'Puts the leads of a checked file on sale, part by part.'),
  stepJob(UNDO_JOB, 'Undoes a lead import, part by part.'),
]
