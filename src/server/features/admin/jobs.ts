import * as z from 'zod/mini'
import { importJob } from '#server/features/imports/run-import.ts'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { ADMIN_KINDS } from './admin-imports.ts'
import { backUpHourly, tryLatestBackup } from './backups/run-backups.ts'
import { LEAD_IMPORTS } from './lead-files/lead-imports.ts'
import { encryptAgain } from './settings/connections.ts'
import { applyCaps, FOLLOW_CAPS_JOB } from './settings/save-settings.ts'
import { tellLowStock } from './stock/tell-low-stock.ts'

export const jobs = [
  defineScheduledJob({
    name: 'back-up',
    summary: 'Backs up the embedded database to BACKUP_TO, and removes backups that are too old.',
    schedule: '11 * * * *',
    run: (ctx: Context) => backUpHourly(ctx),
  }),
  defineScheduledJob({
    name: 'try-backup',
    summary:
      'Restores the latest backup in a scratch folder once a week, checks its stock, orders and money, and removes it. Looks every day.',
    schedule: '41 10 * * *',
    run: (ctx: Context) => tryLatestBackup(ctx),
  }),
  importJob<Context>(LEAD_IMPORTS.job, ADMIN_KINDS, 'Reads, applies or undoes a file of leads or of stock.'),
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
  defineScheduledJob({
    name: 'encrypt-connections-again',
    summary: 'Encrypts kept connections with the latest secret of sessions, after `npm run secrets -- rotate`.',
    schedule: '25 * * * *',
    run: (ctx: Context) => encryptAgain(ctx),
  }),
  defineScheduledJob({
    name: 'tell-low-stock',
    summary: 'Finds packages that fell to 10 or fewer and queues an email that lists them for administrators.',
    schedule: '* * * * *',
    run: (ctx: Context) => tellLowStock(ctx),
  }),
]
