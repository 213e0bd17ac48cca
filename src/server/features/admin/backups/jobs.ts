import type { Context } from '#server/gateways/context.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { backUpDaily, tryLatestBackup } from './run-backups.ts'

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
]
