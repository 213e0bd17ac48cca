import { BackupError } from './platform/backup/names.ts'
import { ConfigError } from './platform/config.ts'
import { EmbeddedPostgresError } from './platform/postgres/program.ts'

/** Codes of what the person or the machine caused: the message names the file and is enough. */
const OUTSIDE = ['EACCES', 'EDQUOT', 'EEXIST', 'EIO', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS']

/** The message for what a person can mend, and a stack trace for our own faults. */
export function explainBackupFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  const isForPeople =
    [BackupError, ConfigError, EmbeddedPostgresError].some((kind) => error instanceof kind) ||
    code.startsWith('ERR_PARSE_ARGS') ||
    OUTSIDE.includes(code)
  return isForPeople ? error.message : (error.stack ?? error.message)
}
