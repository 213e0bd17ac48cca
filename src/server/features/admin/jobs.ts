import * as z from 'zod/mini'
import { LeadImportId } from '#contract/admin/lead-files.ts'
import { StockImportId } from '#contract/admin/stock-files.ts'
import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, seconds } from '#server/platform/clock.ts'
import { defineJob, defineScheduledJob, enqueue } from '#server/platform/jobs/job.ts'
import { backUpDaily, tryLatestBackup } from './backups/run-backups.ts'
import { IMPORT_ATTEMPTS_MAX } from './imports.ts'
import { APPLY_JOB } from './lead-files/apply-lead-import.ts'
import { READ_JOB } from './lead-files/check-lead-file.ts'
import { resumeImport } from './lead-files/resume-import.ts'
import { UNDO_JOB } from './lead-files/undo-lead-import.ts'
import { applyCaps, FOLLOW_CAPS_JOB } from './settings/save-settings.ts'
import { tellLowStock } from './stock/tell-low-stock.ts'
import { APPLY_JOB as APPLY_STOCK_JOB, applyParts } from './stock-files/apply-stock-import.ts'

/** How soon to check again whether another node is done, or was killed. */
const LOOK_AGAIN_MS = seconds(5)

const leadFileJob = (name: string, summary: string) =>
  defineJob({
    name,
    summary,
    payload: z.object({ importId: LeadImportId }),
    attemptsMax: IMPORT_ATTEMPTS_MAX,
    run: async (ctx: Context, { importId }) => {
      if (await resumeImport(ctx, importId)) return
      const runAt = addMilliseconds(ctx.clock.now(), LOOK_AGAIN_MS)
      const again = { key: `${name} ${importId}`, runAt, attemptsMax: IMPORT_ATTEMPTS_MAX }
      await enqueue(ctx.database, name, { importId }, again)
    },
  })

export const jobs = [
  defineScheduledJob({
    name: 'back-up',
    summary:
      'Backs up the embedded database to BACKUP_TO once a day, and removes backups that are too old. Looks every hour.',
    schedule: '11 * * * *',
    run: (ctx: Context) => backUpDaily(ctx),
  }),
  defineScheduledJob({
    name: 'try-backup',
    summary:
      'Restores the latest backup in a scratch folder once a week, checks its stock, orders and money, and removes it. Looks every day.',
    schedule: '41 10 * * *',
    run: (ctx: Context) => tryLatestBackup(ctx),
  }),
  leadFileJob(READ_JOB, 'Reads a lead file and works out what would happen to each row.'),
  leadFileJob(APPLY_JOB, 'Puts the leads of a checked file on sale, part by part.'),
  leadFileJob(UNDO_JOB, 'Undoes a lead import, part by part.'),
  defineJob({
    name: FOLLOW_CAPS_JOB,
    summary: 'Applies a changed sale cap to leads already on sale, and updates stock.',
    payload: z.object({}),
    attemptsMax: 25,
    run: (ctx: Context) => applyCaps(ctx),
  }),
  defineScheduledJob({
    name: 'look-at-sale-caps',
    summary: 'Applies sale caps once a day, in case a node wrote leads before it knew of a change.',
    schedule: '47 9 * * *',
    run: (ctx: Context) => applyCaps(ctx),
  }),
  defineJob({
    name: APPLY_STOCK_JOB,
    summary: 'Applies the rest of a stock file whose node died.',
    payload: z.object({ importId: StockImportId }),
    attemptsMax: IMPORT_ATTEMPTS_MAX,
    run: (ctx: Context, { importId }) => applyParts(ctx, importId),
  }),
  defineScheduledJob({
    name: 'tell-low-stock',
    summary: 'Finds packages that fell to 10 or fewer and queues an email that lists them for administrators.',
    schedule: '* * * * *',
    run: (ctx: Context) => tellLowStock(ctx),
  }),
]
