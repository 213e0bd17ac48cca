/** `npm run secrets`: shows, rotates and retires the store's own secrets. See docs/runbooks/secrets.md. */

import { readConfig } from './config/config.ts'
import { countSealedEarlier } from './features/admin/settings/connections.ts'
import { listSealed as listSealedFactors, sealAgain } from './features/members/second-factor-codes.ts'
import { listSealed as listSealedWebhooks } from './features/webhooks/queries.ts'
import { sealSecretAgain } from './features/webhooks/rules.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/context.ts'
import type { Executor } from './platform/database/database.ts'
import {
  listSecrets,
  loadSecrets,
  RotationError,
  retireSessions,
  rotate,
  type Secrets,
  SecretsError,
} from './platform/secrets.ts'
import { findStoreDatabase, print, runCommand, withDatabase } from './run-command.ts'

/** Counts what only an earlier secret of sessions opens. What no secret opens does not count: it needs none. */
export async function countEarlierSealed(executor: Executor, secrets: Secrets): Promise<number> {
  const factors = await executor.run(listSealedFactors)
  const webhooks = await executor.run(listSealedWebhooks)
  const needsEarlier = (seal: () => string | null): boolean => {
    try {
      return seal() !== null
    } catch {
      return false
    }
  }
  const others = [
    ...factors.map((row) => () => sealAgain(secrets, row.user_id, row.sealed_secret)),
    ...webhooks.flatMap((row) =>
      [row.sealed_secret, row.sealed_previous].flatMap((sealed) =>
        sealed ? [() => sealSecretAgain(secrets, row.webhook_id, sealed)] : [],
      ),
    ),
  ].filter(needsEarlier)
  return others.length + (await countSealedEarlier(executor, secrets))
}

const USAGE = `npm run secrets                       where they are, and when each came into use
npm run secrets -- rotate sessions    a new secret for sessions and second factors, in use ten minutes later
npm run secrets -- rotate tokens      a new secret for links and codes in emails, in use ten minutes later
npm run secrets -- retire sessions    drops the earlier secrets of sessions, two hours after the latest began
`

const RENEW = 'Renew your backup copy of the file, so that it has the same secrets.'

/** @throws RotationError if the store does not run, or an earlier secret is still needed */
async function requireNoneSealedEarlier(config: Config, path: string): Promise<void> {
  const url = await findStoreDatabase(config)
  if (!url) throw new RotationError('Start the store first: its database says whether an earlier secret is needed.')
  const count = await withDatabase(url, 1, async (database) =>
    countEarlierSealed(database, await loadSecrets(database, { path, now: systemClock.now })),
  )
  if (count > 0)
    throw new RotationError(
      `${count} second factors, webhook secrets or connections still need an earlier secret. The store encrypts them again once an hour: see its log, and try again later.`,
    )
}

async function run(args: readonly string[]): Promise<void> {
  const config = readConfig()
  const path = config.secretsFile
  if (!path)
    throw new RotationError('The secrets are in the database. Set SECRETS_FILE and restart the store to move them.')
  const [verb, kind] = args
  if (verb === undefined) {
    print(path)
    for (const [name, dates] of Object.entries(await listSecrets(path)))
      print(`${name}: ${dates.map((from) => (+from === 0 ? 'the first' : `from ${from.toISOString()}`)).join(', ')}`)
    return
  }
  if (verb === 'rotate' && (kind === 'sessions' || kind === 'tokens')) {
    const from = await rotate(path, kind, systemClock.now())
    print(`A new secret for ${kind} begins at ${from.toISOString()}. What earlier ones made still counts.`)
    print(`Running nodes read ${path} once a minute. A node with its own copy needs the new one by then.`)
    return print(RENEW)
  }
  if (verb === 'retire' && kind === 'sessions') {
    await requireNoneSealedEarlier(config, path)
    const dropped = await retireSessions(path, systemClock.now())
    if (dropped === 0) return print('There is only one secret for sessions.')
    print(`Dropped ${dropped}. Members who signed in before the latest secret have to sign in again.`)
    return print(RENEW)
  }
  throw new RotationError(USAGE.trimEnd())
}

await runCommand(() => run(process.argv.slice(2)), RotationError, SecretsError)
