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

/** What keeps a node from its database or its port, by the code of PostgreSQL, of TLS or of the system. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /^28/,
    'The database refused the user or the password of DATABASE_URL. A password with @ : / or # must be percent-encoded.',
  ],
  [/^3D000/, 'DATABASE_URL names a database that does not exist: make it with "createdb --owner <user> <name>".'],
  [
    /42501|permission denied for (database|schema)/,
    'The user of DATABASE_URL may not create or use the store’s tables: make it the owner of that database.',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'No machine has the host name of DATABASE_URL.'],
  [/ALTNAME/, 'The database’s certificate is for another host name: use that name in DATABASE_URL.'],
  [
    /SELF_SIGNED|UNABLE_TO|DEPTH_ZERO/,
    'Nobody known signed the database’s certificate: add &sslrootcert=/path/to/ca.pem to DATABASE_URL, or set NODE_EXTRA_CA_CERTS to that file.',
  ],
  [/^CERT_/, 'The database’s certificate is not valid now: renew it.'],
  [/^EACCES/, 'This user may not use that port or file. Ports below 1024 are for root: take PORT=3000 behind a proxy.'],
  [/^ENOENT/, 'A file that the configuration names does not exist, such as sslrootcert of DATABASE_URL.'],
  [/^EADDRNOTAVAIL/, 'HOST is no address of this machine.'],
]

function remedyOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const text = `${'code' in error ? error.code : ''} ${error.message}`
  const remedy = REMEDIES.find(([pattern]) => pattern.test(text))?.[1]
  return remedy && `${remedy} (${error.message.split('\n')[0]})`
}

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
  life.say(remedyOf(error) ?? explain(error))
  void life.stop(1)
})
