/**
 * Why a backup or a restore cannot continue, with the remedy, for the person at the terminal: print the message alone.
 */
export class BackupError extends Error {
  override name = 'BackupError'
}
