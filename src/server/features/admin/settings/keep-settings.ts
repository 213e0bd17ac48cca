/**
 * The current config and gateways of each node, read before the first visitor and after every change. A request takes it once, so it
 * sees one config to its end. A default is not stored: it would hide a new one in `SETTINGS`. Holds and links keep
 * their times, because they store their own end.
 */

import * as contract from '#contract/admin/connections.ts'
import { withSettings } from '#server/config/config.ts'
import { isLiveKey } from '#server/config/production-problems.ts'
import { unsealText } from '#server/features/members/sealing.ts'
import type { Connect, Gateways } from '#server/gateways/context.ts'
import type { Config } from '#server/platform/context.ts'
import type { Database, Executor } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/logging.ts'
import { listenForNotices, type NoticeListener } from '#server/platform/notices.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { readConnections, readSaved } from './queries.ts'

type Name = contract.ConnectionName
export type ConnectionValues = Readonly<Record<string, string>>
export const SEALED_FOR = 'connection'

/** A config as values of a connection change it. */
export function withConnection(config: Config, name: Name, values: ConnectionValues): Config {
  const { secretKey = '', publishableKey = '', webhookSecret = '' } = values
  const { accountSid = '', authToken = '', from = '', host, port, security, user = '', password = '' } = values
  const sender = config.fixedMailFrom ?? from
  const url = `${security === 'tls' ? 'smtps' : 'smtp'}://${[user, password].map(encodeURIComponent).join(':')}@${host}:${port}`
  const parts: Readonly<Record<Name, Partial<Config>>> = {
    cards: { stripe: { secretKey, publishableKey, webhookSecret } },
    mail: { smtpUrl: url, fixedMailFrom: sender, mailFrom: sender },
    texts: { twilio: { accountSid, authToken, from } },
  }
  return { ...config, ...parts[name], connections: { ...config.connections, [name]: 'kept' } }
}

/** Reads what is kept; `values` null if no secret of this store opens it. */
export async function readKept(ctx: { secrets: Secrets; log?: Log }, executor: Executor) {
  return (await executor.run(readConnections)).flatMap((row) => {
    const name = contract.CONNECTION_NAMES.find((one) => one === row.name)
    if (!name) return []
    try {
      const text = unsealText(ctx.secrets, SEALED_FOR, name, row.sealed)
      return [{ name, row, values: JSON.parse(text) as ConnectionValues | null }]
    } catch {
      ctx.log?.error({ connection: name }, 'no secret of this store opens this connection: enter it again')
      return [{ name, row, values: null }]
    }
  })
}

/**
 * What kept connections change about the config of the environment, which wins. One that cannot be used is off instead
 * of the sandbox, where buyers would pay with test cards.
 */
async function readConnected(options: { defaults: Config; secrets: Secrets; log: Log; database: Database }) {
  let config = options.defaults
  for (const { name, values } of await readKept(options, options.database)) {
    if (config.connections[name] === 'environment') continue
    // As when it comes from the environment: a copy of the store for tests must not take real money.
    const isUsable = values && (config.isProduction || !isLiveKey(values.secretKey))
    if (isUsable) config = withConnection(config, name, values)
    else config = { ...config, connections: { ...config.connections, [name]: 'none' } }
  }
  const { stripe, smtpUrl, twilio, fixedMailFrom, connections } = config
  return { stripe, smtpUrl, twilio, fixedMailFrom, connections }
}

const SETTINGS_CHANNEL = 'settings_changed'

export interface Settings {
  readonly defaults: Config
  readonly connect: Connect
  /** Replaced as a whole and never changed, so a caller that keeps it sees no change. */
  current(): Config
  /** What the current config connects. A caller keeps what it began with. */
  currentGateways(): Gateways
  /** Reads the settings again. Resolves once `current` has everything committed before the call. */
  reload(): Promise<void>
  /** Follows changes that other nodes save, until it is closed. */
  follow(url: string): NoticeListener
}

/** Reads this store's settings and keeps them up to date on a node. */
export async function keepSettings(options: {
  database: Database
  defaults: Config
  secrets: Secrets
  connect: Connect
  log: Log
}): Promise<Settings> {
  const { database, defaults, log } = options
  let config = defaults
  let gateways = options.connect(config)
  let reading: Promise<void> = Promise.resolve()

  const read = async () => {
    const { saved, unknown } = await readSaved(database)
    if (unknown.length > 0)
      log.warn({ settings: unknown }, 'settings that this version cannot use; their defaults count')
    const next = withSettings({ ...defaults, ...saved, ...(await readConnected(options)) })
    gateways = options.connect(next, { config, gateways })
    config = next
  }
  /** One after another: an older result must not replace a newer one. */
  const reload = () => {
    reading = reading.catch(() => undefined).then(read)
    return reading
  }
  const follow = (url: string) => {
    const reloadOrSay = () => {
      reload().catch((error: unknown) => log.warn({ reason: String(error) }, 'the settings could not be read again'))
    }
    // Notices may have been missed while the connection was down, so the settings are read again.
    return listenForNotices({ url, channel: SETTINGS_CHANNEL, log, onNotice: reloadOrSay, onMissed: reloadOrSay })
  }

  await reload()
  return { defaults, connect: options.connect, current: () => config, currentGateways: () => gateways, reload, follow }
}
