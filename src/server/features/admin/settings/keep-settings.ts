/**
 * The current config of each node, read before the first visitor and after every change. A request takes it once, so it
 * sees one config to its end. A default is not stored: it would hide a new one in `SETTINGS`. Holds and links keep
 * their times, because they store their own end.
 */

import { withSettings } from '#server/config/config.ts'
import type { Config } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/logging.ts'
import { listenForNotices, type NoticeListener } from '#server/platform/notices.ts'
import { readSaved } from './queries.ts'

const SETTINGS_CHANNEL = 'settings_changed'

export interface Settings {
  readonly defaults: Config
  /** Replaced as a whole and never changed, so a caller that keeps it sees no change. */
  current(): Config
  /** Reads the settings again. Resolves once `current` has everything committed before the call. */
  reload(): Promise<void>
  /** Follows changes that other nodes save, until it is closed. */
  follow(url: string): NoticeListener
}

/** Reads this store's settings and keeps them up to date on a node. */
export async function keepSettings(options: { database: Database; defaults: Config; log: Log }): Promise<Settings> {
  const { database, defaults, log } = options
  let config = defaults
  let reading: Promise<void> = Promise.resolve()

  const read = async () => {
    const { saved, unknown } = await readSaved(database)
    if (unknown.length > 0)
      log.warn({ settings: unknown }, 'settings that this version cannot use; their defaults count')
    config = withSettings({ ...defaults, ...saved })
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
  return { defaults, current: () => config, reload, follow }
}
