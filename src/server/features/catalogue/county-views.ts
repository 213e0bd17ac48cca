/** Who wants to know which counties are looked at: a page of ours, opened by somebody who is not of the team. */
import type { Database } from '#server/platform/database.ts'

type Listener = (fips: string, network: string) => void

const listenersOf = new WeakMap<Database, Set<Listener>>()

/** Calls back for each look at a county, on the way of the most frequent reply of all: it must take no time. */
export function onCountyViewed(database: Database, listener: Listener): void {
  const listeners = listenersOf.get(database) ?? new Set()
  listenersOf.set(database, listeners.add(listener))
}

/** Tells of one look, and from which network it came. */
export function announceCountyView(database: Database, fips: string, network: string): void {
  const listeners = listenersOf.get(database)
  if (listeners) for (const listener of listeners) listener(fips, network)
}
