/**
 * Tells everyone who must know that stock or prices changed. A node tells itself at once; the statements that change
 * stock notify the other nodes when they commit (channel `catalogue_changed`, payload: county codes, or `*` for
 * everything). Other features send their own words here (`offers`, `rep <id>`), because one connection listens for all.
 */
import { COUNTED_MAX } from '#contract/catalogue/catalogue.ts'
import { UNLIMITED_UNITS } from '#contract/stock/stock.ts'
import { type PlatformContext, perNode } from '#server/platform/context.ts'
import { listenForNotices, type NoticeListener } from '#server/platform/notices.ts'

/** Buyers who may still have a lead, whoever holds it now. Must be spelled as in the index `leads_to_pick`. */
export const UNSOLD = 'least(tier_cap, sold_cap) - sold - taken_beside'
export const HAS_UNSOLD = `pool_id is not null and not is_withheld and ${UNSOLD} > 0`

/* The units that buyers see, as SQL, for every feature that lists packages. `p`: the alias of `packages`. */

export const isAboveCounted = (count: string): string => `(${count} > ${COUNTED_MAX})`

export const countedUnits = (p: string, available = `${p}.available`): string =>
  `case when ${p}.is_unlimited then ${p}.unlimited_shown else least(${available}, ${COUNTED_MAX}) end`

/** The units that can be bought: as many as its leads fill, up to 999, or the counted ones. */
export const shownUnits = (p: string): string =>
  `case when ${p}.lead_units is not null then least(${p}.lead_units, ${COUNTED_MAX}) else ${countedUnits(p)} end`

/** Unlimited counts as 1000. Without packages that follow from leads: those of one pool show the same leads. */
export const sumOfUnits = (shown: string): string =>
  `coalesce(sum(case when ${isAboveCounted(shown)} then ${UNLIMITED_UNITS} else ${shown} end) filter (where lead_units is null), 0)::int`

export const isInStock = (p: string): string =>
  `case when ${p}.lead_units is not null then ${p}.lead_units > 0 else ${p}.is_unlimited or ${p}.available > 0 end`

/**
 * Whether it is out of stock because no unit was ever put on sale. Only packages out of stock look up their movements,
 * by key. Without `offset 0`, the planner of a smaller store would read all movements once per county.
 */
export const wasNeverStocked = (p: string): string =>
  `case when ${p}.lead_units is not null or ${p}.is_unlimited or ${p}.available > 0 then false
     else not exists (select from stock_movements m
                      where m.package_id = ${p}.package_id and (m.delta > 0 or m.shown_after > 0) offset 0) end`

export const unitsLeft = (p: string): string => `coalesce(${p}.lead_units, ${p}.available)`

export const isUnlimited = (p: string): string => `(${p}.is_unlimited and ${p}.lead_units is null)`

export const isFromLeads = (p: string): string => `(${p}.lead_units is not null)`

export const poolOf = (p: string): string =>
  `(case when ${p}.lead_units is not null then ${p}.fips || '-' || ${p}.lead_type || '-' || ${p}.tier end)`

/** Assigns an administrator's count to a row of `packages`. If it becomes unlimited, it keeps `counted` underneath. */
export const assignCount = (count: string, counted: string): string =>
  `available = ${counted}, is_unlimited = ${isAboveCounted(count)},
       unlimited_shown = case when ${isAboveCounted(count)} then ${count} else 0 end`

/** The county of a package or a pool. Spelled as in the index of `sale_entries`. */
export const fipsOfId = (id: string): string => `split_part(${id}, '-', 1)`

export const EVERY_COUNTY = '*'

const stockListeners = perNode(() => ({
  everywhere: new Set<(fips: string) => void>(),
  /** By county or other word, because every hold comes through here: it must not ask thousands of listeners. */
  byWord: new Map<string, Set<() => void>>(),
}))

type NodeContext = Pick<PlatformContext, 'node'>

/** Calls back with a county's code (or `*`) when its stock or prices changed. Returns a function that stops this. */
export function onStockChanged(ctx: NodeContext, listener: (fips: string) => void): () => void {
  const { everywhere } = stockListeners(ctx)
  everywhere.add(listener)
  return () => everywhere.delete(listener)
}

/** Calls back when a county or other word changed, after those who listen to all. Returns what stops this. */
export function onChangeOf(ctx: NodeContext, word: string, listener: () => void): () => void {
  const { byWord } = stockListeners(ctx)
  const listeners = byWord.get(word) ?? new Set()
  byWord.set(word, listeners.add(listener))
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && byWord.get(word) === listeners) byWord.delete(word)
  }
}

/** Tells this node. The change must be committed, so that everyone who reads now sees it. */
export function announceStockChange(ctx: NodeContext, words: Iterable<string>): void {
  const { everywhere, byWord } = stockListeners(ctx)
  for (const word of words) {
    for (const listener of everywhere) listener(word)
    const told = word === EVERY_COUNTY ? byWord.values() : [byWord.get(word) ?? []]
    for (const listeners of told) for (const listener of listeners) listener()
  }
}

/** Passes other nodes' changes on to this node. After the connection was down, everything counts as changed. */
export function listenForStockChanges(ctx: Pick<PlatformContext, 'node' | 'log'>, url: string): NoticeListener {
  return listenForNotices({
    url,
    channel: 'catalogue_changed',
    log: ctx.log,
    onNotice: (payload) => announceStockChange(ctx, payload.split(',')),
    onMissed: () => announceStockChange(ctx, [EVERY_COUNTY]),
  })
}
