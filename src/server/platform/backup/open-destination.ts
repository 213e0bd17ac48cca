/** Opens the destination that the configuration names. */
import { BackupError } from './backup-error.ts'
import type { BackupConfig, Destination } from './destination.ts'
import { openFolder } from './folder-destination.ts'
import { openBucket } from './s3-destination.ts'

export const isBucket = (to: string): boolean => to.startsWith('s3://')

/** Opens a destination; nothing is read or written yet. @throws BackupError if it is a bucket without access keys */
export function openDestination({ to, s3 }: Pick<BackupConfig, 'to' | 's3'>): Destination {
  if (!isBucket(to)) return openFolder(to)
  if (!s3) throw new BackupError('A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  return openBucket(to, s3)
}
