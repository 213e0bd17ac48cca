/**
 * Who must know that stock or prices changed. A node tells itself at once; the statements that change stock tell the
 * other nodes with the commit (channel `catalogue_changed`, payload: county codes, or `*` for everything).
 */
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/logging.ts'
import { listenForNotices, type NoticeListener } from '#server/platform/notices.ts'

const CATALOGUE_CHANNEL = 'catalogue_changed'
export const EVERY_COUNTY = '*'

type Listener = (fips: string) => void

const listenersOf = new WeakMap<Database, Set<Listener>>()

/** Calls back with a county's code (or `*`) whenever its stock or prices changed; returns how to stop that. */
export function onStockChanged(database: Database, listener: Listener): () => void {
  const listeners = listenersOf.get(database) ?? new Set()
  listenersOf.set(database, listeners.add(listener))
  return () => listeners.delete(listener)
}

/** Tells this node; the change must be committed, so that whoever reads now sees it. */
export function announceStockChange(database: Database, fipsCodes: Iterable<string>): void {
  for (const listener of listenersOf.get(database) ?? []) {
    for (const fips of fipsCodes) listener(fips)
  }
}

/**
 * Passes on to this node what the others change, until it is closed. What they said while the connection was down is
 * unknown, so then everything counts as changed.
 *
 * @param options.url of the database, for a connection of its own
 */
export function hearStockChanges(options: { database: Database; url: string; log: Log }): NoticeListener {
  const { database, url, log } = options
  return listenForNotices({
    url,
    channel: CATALOGUE_CHANNEL,
    log,
    onNotice: (payload) => announceStockChange(database, payload.split(',')),
    onMissed: () => announceStockChange(database, [EVERY_COUNTY]),
  })
}
