/**
 * Tells everyone who must know that stock or prices changed. A node tells itself at once; the statements that change
 * stock notify the other nodes when they commit (channel `catalogue_changed`, payload: county codes, or `*` for
 * everything). Other features send their own words here (`offers`, `rep <id>`), because one connection listens for all.
 */
import type { PlatformContext } from '#server/platform/context.ts'
import { listenForNotices, type NoticeListener } from '#server/platform/notices.ts'

const CATALOGUE_CHANNEL = 'catalogue_changed'
export const EVERY_COUNTY = '*'

/** Callbacks for changes of stock or prices. */
export interface StockListeners {
  readonly everywhere: Set<(fips: string) => void>
  /** By county or other word, because every hold comes through here: it must not ask thousands of listeners. */
  readonly byWord: Map<string, Set<() => void>>
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

/**
 * Calls back when one county (by its code) or what another word stands for changed, after those who listen to all.
 * Returns a function that stops this.
 */
export function onChangeOf({ node }: NodeContext, word: string, listener: () => void): () => void {
  const { byWord } = node.stockListeners
  const listeners = byWord.get(word) ?? new Set()
  byWord.set(word, listeners.add(listener))
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && byWord.get(word) === listeners) byWord.delete(word)
  }
}

/** Tells this node. The change must be committed, so that everyone who reads now sees it. */
export function announceStockChange({ node }: NodeContext, words: Iterable<string>): void {
  const { everywhere, byWord } = node.stockListeners
  for (const word of words) {
    for (const listener of everywhere) listener(word)
    const told = word === EVERY_COUNTY ? byWord.values() : [byWord.get(word) ?? []]
    for (const listeners of told) for (const listener of listeners) listener()
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
