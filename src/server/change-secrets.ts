/** `npm run secrets`: shows, rotates and retires the store's own secrets. See docs/runbooks/secrets.md. */
import { systemClock } from './platform/clock.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { listSecrets, retireSessions, rotate } from './platform/rotate-secrets.ts'
import { RotationError } from './platform/secrets-file.ts'

const USAGE = `npm run secrets                       where they are, and when each came into use
npm run secrets -- rotate sessions    a new secret for sessions and second factors, in use ten minutes later
npm run secrets -- rotate tokens      a new secret for links and codes in emails, in use ten minutes later
npm run secrets -- retire sessions    drops the earlier secrets of sessions, two hours after the latest began
`

const RENEW = 'Renew your backup copy of the file, so that it has the same secrets.'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(args: readonly string[]): Promise<void> {
  const path = readConfig().secretsFile
  if (!path)
    throw new RotationError('The secrets are in the database. Set SECRETS_FILE and restart the store to move them.')
  const [verb, kind] = args
  if (verb === undefined) {
    say(path)
    for (const [name, dates] of Object.entries(await listSecrets(path)))
      say(`${name}: ${dates.map((from) => (+from === 0 ? 'the first' : `from ${from.toISOString()}`)).join(', ')}`)
    return
  }
  if (verb === 'rotate' && (kind === 'sessions' || kind === 'tokens')) {
    const from = await rotate(path, kind, systemClock.now())
    say(`A new secret for ${kind} begins at ${from.toISOString()}. What earlier ones made still counts.`)
    say(`Running nodes read ${path} once a minute. A node with its own copy needs the new one by then.`)
    say(RENEW)
    return
  }
  if (verb === 'retire' && kind === 'sessions') {
    const dropped = await retireSessions(path, systemClock.now())
    if (dropped === 0) {
      say('There is only one secret for sessions.')
      return
    }
    say(`Dropped ${dropped}. Members who signed in before the latest secret have to sign in again.`)
    say(RENEW)
    return
  }
  throw new RotationError(USAGE.trimEnd())
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof RotationError || error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
