/**
 * How the embedded PostgreSQL runs. It is the product's database, so a commit is on disk before it is acknowledged.
 * Everything is given on the command line at each start: a newer release changes settings without editing a folder.
 */
export const POSTGRES_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Loopback and password only: no other machine and no other user of this one gets in.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_size: '1GB',
  wal_compression: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // The log tells about the server, not about statements: those name customers, and the app reports its own errors.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
}

/** The settings as arguments of `postgres`; `extra` wins. */
export function settingArguments(port: number, extra: Readonly<Record<string, string>>): string[] {
  const settings = { ...POSTGRES_SETTINGS, ...extra, port: String(port) }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
