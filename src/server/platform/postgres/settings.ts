import { totalmem } from 'node:os'

const MB = 1024 ** 2

/**
 * Returns the size of PostgreSQL's own cache: an eighth of the memory that this process may use, from 64 MB to 1 GB.
 * Unused cache takes nothing from the machine, and what does not fit is read from the system's cache at several times
 * the cost.
 */
function sharedBuffers(): string {
  const limit = process.constrainedMemory()
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return `${Math.floor(Math.min(1024, Math.max(64, memory / MB / 8)))}MB`
}

/**
 * How the embedded PostgreSQL runs. It is the product's database, so a commit is on disk before it is acknowledged.
 * Everything is on the command line at each start, so that a newer release can change settings without editing a
 * folder.
 */
export const POSTGRES_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Loopback, a socket in the cluster's own folder (see `socketFolder`), and a password: no other machine gets in.
  listen_addresses: '127.0.0.1',
  password_encryption: 'scram-sha-256',
  max_connections: '100',
  shared_buffers: sharedBuffers(),
  max_wal_size: '1GB',
  wal_compression: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // The log is about the server, not about statements: those name customers, and the app reports its own errors.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
}

/** The system's limit for a socket's path, in bytes; macOS has the lower one. */
const SOCKET_PATH_MAX = 103

/**
 * Returns where PostgreSQL puts its socket: the cluster's folder, which only its user and root can enter. A query
 * through it takes a fifth less CPU on both sides than over TCP.
 *
 * @returns an empty text if a socket is not possible: on Windows, or with a path that is too long or needs quotes
 */
function socketFolder(clusterDir: string): string {
  const isUsable = process.platform !== 'win32' && /^[\w./-]+$/.test(clusterDir)
  return isUsable && clusterDir.length + '/.s.PGSQL.65535'.length <= SOCKET_PATH_MAX ? clusterDir : ''
}

/** Returns the settings as arguments of `postgres`; `extra` wins. */
export function settingArguments(clusterDir: string, port: number, extra: Readonly<Record<string, string>>): string[] {
  const unix_socket_directories = socketFolder(clusterDir)
  const settings = { ...POSTGRES_SETTINGS, unix_socket_directories, ...extra, port: String(port) }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
