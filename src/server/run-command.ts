/** What the commands that people run beside a store have in common. */
import { resolve } from 'node:path'
import { ConfigError } from './config/config.ts'
import { BackupError } from './platform/backup/backup-config.ts'
import type { Config } from './platform/context.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { errorCode } from './platform/errors.ts'
import { createLog } from './platform/logging.ts'
import { findRunningPostgres } from './platform/postgres/postmaster.ts'
import { EmbeddedPostgresError } from './platform/postgres/program.ts'

/** Tells the person at the terminal; standard output is for results, see `print`. */
export const say = (line: string): boolean => process.stderr.write(`${line}\n`)
export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** What the person or the machine caused: the message names the file and is enough. */
const OUTSIDE = 'EACCES EDQUOT EEXIST EIO EISDIR ENOENT ENOSPC ENOTDIR EPERM EROFS'.split(' ')

/** Runs a command. @param kinds more errors whose message is enough; our own faults are shown with a stack trace */
export async function runCommand(work: () => Promise<unknown>, ...kinds: (new (...args: never) => Error)[]) {
  try {
    await work()
  } catch (error) {
    const isForPeople =
      [BackupError, ConfigError, EmbeddedPostgresError, ...kinds].some((kind) => error instanceof kind) ||
      errorCode(error).startsWith('ERR_PARSE_ARGS') ||
      OUTSIDE.includes(errorCode(error))
    say(error instanceof Error && !isForPeople ? (error.stack ?? error.message) : String(messageOf(error)))
    process.exitCode = 1
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : error)

/** The store's database, or its embedded one while it runs; null while it does not. */
export const findStoreDatabase = async (config: Config): Promise<string | null> =>
  config.databaseUrl ?? findRunningPostgres(resolve(config.dataDir))

/** Lends a small pool of its own, so that a running store keeps its connections. */
export async function withDatabase<Result>(
  url: string,
  poolSize: number,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ url, poolSize, log: createLog('warn') })
  return use(database).finally(() => database.close())
}
