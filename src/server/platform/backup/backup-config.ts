import type * as z from 'zod/mini'
import { text, wholeNumberOr } from '#server/platform/text/config-values.ts'

/** Why a backup or a restore cannot continue, with the remedy, for the person at the terminal: print the message alone. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export const BACKUP_VARIABLES = {
  BACKUP_TO: text(1_000),
  BACKUP_RECIPIENT: text(5_000),
  BACKUP_KEY: text(),
  BACKUP_KEEP_DAYS: wholeNumberOr(14, 1, 3_650),
}

type BackupEnvironment = z.output<z.ZodMiniObject<typeof BACKUP_VARIABLES>> & { DATABASE_URL?: string | undefined }

const KEY = /^AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+$/
const RECIPIENT = /^age1[0-9a-z]+$/

/** Lists what is wrong with these variables, each with its remedy. */
export function backupProblems(env: BackupEnvironment): string[] {
  const problems: string[] = []
  if (env.BACKUP_KEY && !KEY.test(env.BACKUP_KEY))
    problems.push('BACKUP_KEY must be a secret key of age (AGE-SECRET-KEY-1…). Make one: npm run backup -- --make-key')
  if (env.BACKUP_RECIPIENT && !RECIPIENT.test(env.BACKUP_RECIPIENT))
    problems.push('BACKUP_RECIPIENT must be a public key of age (age1…). Make one: npm run backup -- --make-key')
  if (env.BACKUP_TO && env.DATABASE_URL)
    problems.push(
      'BACKUP_TO is for the embedded database. Back up the PostgreSQL of DATABASE_URL with pgBackRest: see docs/runbooks/backups.md.',
    )
  if (env.BACKUP_TO?.includes('://'))
    problems.push('BACKUP_TO must be a folder. To copy backups into a bucket, see docs/runbooks/backups.md.')
  return problems
}

/** Undefined without `BACKUP_TO`. */
export const backupConfigOf = (env: BackupEnvironment) =>
  env.BACKUP_TO
    ? {
        /** The folder. */
        to: env.BACKUP_TO,
        /** The public key (`age1…`) that backups are encrypted for; absent: that of `key`; without both: not encrypted. */
        recipient: env.BACKUP_RECIPIENT,
        key: env.BACKUP_KEY,
        keepDays: env.BACKUP_KEEP_DAYS,
      }
    : undefined

export type BackupConfig = NonNullable<ReturnType<typeof backupConfigOf>>
