import type * as z from 'zod/mini'
import { text, textOr, wholeNumberOr } from '#server/platform/text/config-values.ts'
import type { BackupConfig } from './names.ts'
import { isBucket } from './open-destination.ts'

export const BACKUP_VARIABLES = {
  BACKUP_TO: text(1_000),
  BACKUP_RECIPIENT: text(5_000),
  BACKUP_KEY: text(),
  BACKUP_KEEP_DAYS: wholeNumberOr(14, 1, 3_650),
  BACKUP_S3_ENDPOINT: text(),
  AWS_ACCESS_KEY_ID: text(),
  AWS_SECRET_ACCESS_KEY: text(),
  AWS_SESSION_TOKEN: text(5_000),
  AWS_REGION: textOr('us-east-1'),
}

type BackupEnvironment = z.output<z.ZodMiniObject<typeof BACKUP_VARIABLES>> & { DATABASE_URL?: string | undefined }

const KEY = /^AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+$/
const RECIPIENT = /^age1[0-9a-z]+$/
const BUCKET = /^s3:\/\/[a-z0-9][a-z0-9.-]+(\/[\w./-]*)?$/

/** Lists what is wrong with these variables, each with its remedy. */
export function backupProblems(env: BackupEnvironment): string[] {
  const problems: string[] = []
  if (env.BACKUP_KEY && !KEY.test(env.BACKUP_KEY))
    problems.push('BACKUP_KEY must be a secret key of age (AGE-SECRET-KEY-1…). Make one: npm run backup -- --make-key')
  if (env.BACKUP_RECIPIENT && !RECIPIENT.test(env.BACKUP_RECIPIENT))
    problems.push('BACKUP_RECIPIENT must be a public key of age (age1…). Make one: npm run backup -- --make-key')
  if (!env.BACKUP_TO) return problems
  if (env.DATABASE_URL)
    problems.push(
      'BACKUP_TO is for the embedded database. Back up the PostgreSQL of DATABASE_URL with pgBackRest: see docs/runbooks/backups.md.',
    )
  if (env.BACKUP_S3_ENDPOINT && !/^https?:\/\/[^/?#]+\/?$/.test(env.BACKUP_S3_ENDPOINT))
    problems.push('BACKUP_S3_ENDPOINT must be a host without a path, e.g. https://minio.example.com.')
  if (!isBucket(env.BACKUP_TO)) return problems
  if (!BUCKET.test(env.BACKUP_TO)) problems.push('BACKUP_TO must look like s3://bucket/prefix, or be a folder.')
  if (!env.AWS_ACCESS_KEY_ID || !env.AWS_SECRET_ACCESS_KEY)
    problems.push('BACKUP_TO is a bucket, which needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  if (!env.BACKUP_KEY && !env.BACKUP_RECIPIENT)
    problems.push(
      'BACKUP_TO is a bucket, so backups must be encrypted: set BACKUP_RECIPIENT or BACKUP_KEY. Make them: npm run backup -- --make-key',
    )
  return problems
}

/** Undefined without `BACKUP_TO`. */
export function backupConfigOf(env: BackupEnvironment): BackupConfig | undefined {
  if (!env.BACKUP_TO) return undefined
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  const others = { sessionToken: env.AWS_SESSION_TOKEN, region: env.AWS_REGION, endpoint: env.BACKUP_S3_ENDPOINT }
  return {
    to: env.BACKUP_TO,
    recipient: env.BACKUP_RECIPIENT,
    key: env.BACKUP_KEY,
    keepDays: env.BACKUP_KEEP_DAYS,
    s3: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, ...others } : undefined,
  }
}
