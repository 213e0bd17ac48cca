import { ConfigError } from './config/config.ts'
import { isDatabaseSilent } from './platform/database/database.ts'
import { ignoreWriteErrors } from './platform/logging.ts'
import { EmbeddedPostgresError } from './platform/postgres/program.ts'
import { openProcessLife } from './platform/process/process-life.ts'
import { SecretsError } from './platform/secrets.ts'
import { startNode } from './start/node.ts'
import { WrongClockError } from './start/parts.ts'

/** Progress and what people must know goes to standard error, so that standard output stays structured logs. */
const life = openProcessLife((line) => process.stderr.write(`${line}\n`))
ignoreWriteErrors(process.stderr)

const NO_ANSWER = 'DATABASE_URL does not answer. Start that PostgreSQL, or remove DATABASE_URL to use the embedded one.'

function explain(error: unknown, noAnswer = NO_ANSWER): string {
  if (
    error instanceof ConfigError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof WrongClockError ||
    error instanceof SecretsError
  )
    return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'The port is in use already. Stop the other program, or start with another PORT.'
  if (code === 'ENOSPC')
    return `The disk is full (${String(error)}). Free some space, or set DATA_DIR to a folder on a larger disk.`
  if (code === 'ECONNREFUSED' || isDatabaseSilent(error)) return noAnswer
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(fault, (error) => {
    life.say(`Fatal: ${explain(error, `The database does not answer (${String(error)}).`)}`)
    life.stop(1)
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (life.isStopping()) process.exit(1)
    life.say('Stopping: finishing requests and jobs, then the database. (Once more to stop at once.)')
    life.stop(0)
  })
}
startNode(life).catch((error: unknown) => {
  life.say(explain(error))
  void life.stop(1)
})
