/**
 * Tells everyone who must know that stock or prices changed. A node tells itself at once; the statements that change
 * stock notify the other nodes when they commit (channel `catalogue_changed`, payload: county codes, or `*` for
 * everything). Features that cache more send their own word here, which is no county, because one connection listens
 * for all.
 */
import type { PlatformContext } from '#server/platform/context.ts'
import { listenForNotices, type NoticeListener } from '#server/platform/notices.ts'

const CATALOGUE_CHANNEL = 'catalogue_changed'
export const EVERY_COUNTY = '*'

/** Callbacks for changes of stock or prices. */
export interface StockListeners {
  readonly everywhere: Set<(fips: string) => void>
  /** By county, because every hold comes through here: it must not ask thousands of listeners. */
  readonly byCounty: Map<string, Set<() => void>>
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    readonly stockListeners: StockListeners
  }
}

type NodeContext = Pick<PlatformContext, 'node'>

/** Calls back with a county's code (or `*`) when its stock or prices changed. Returns a function that stops this. */
export function onStockChanged({ node }: NodeContext, listener: (fips: string) => void): () => void {
  const { everywhere } = node.stockListeners
  everywhere.add(listener)
  return () => everywhere.delete(listener)
}

/** Calls back when stock or prices of one county changed, after those who listen to all. Returns a function that stops this. */
export function onCountyChanged({ node }: NodeContext, fips: string, listener: () => void): () => void {
  const { byCounty } = node.stockListeners
  const listeners = byCounty.get(fips) ?? new Set()
  byCounty.set(fips, listeners.add(listener))
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && byCounty.get(fips) === listeners) byCounty.delete(fips)
  }
}

/** Tells this node. The change must be committed, so that everyone who reads now sees it. */
export function announceStockChange({ node }: NodeContext, fipsCodes: Iterable<string>): void {
  const { everywhere, byCounty } = node.stockListeners
  for (const fips of fipsCodes) {
    for (const listener of everywhere) listener(fips)
    const told = fips === EVERY_COUNTY ? byCounty.values() : [byCounty.get(fips) ?? []]
    for (const ofCounty of told) for (const listener of ofCounty) listener()
  }
}

/**
 * Passes other nodes' changes on to this node until it is closed. What they said while the connection was down is
 * unknown, so then everything counts as changed.
 *
 * @param url of the database, for its own connection
 */
export function hearStockChanges(ctx: Pick<PlatformContext, 'node' | 'log'>, url: string): NoticeListener {
  return listenForNotices({
    url,
    channel: CATALOGUE_CHANNEL,
    log: ctx.log,
    onNotice: (payload) => announceStockChange(ctx, payload.split(',')),
    onMissed: () => announceStockChange(ctx, [EVERY_COUNTY]),
  })
}
