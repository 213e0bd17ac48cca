/**
 * The store's offers as each node caches them, so that a cart costs no extra query. They are read again when one was
 * changed or used up: this node and the others are told on commit. An offer that starts or ends by time needs no
 * notice.
 */
import { announceStockChange, EVERY_COUNTY, onStockChanged } from '#server/features/stock/stock-changes.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { listStanding } from './offer-queries.ts'
import type { OfferRow } from './offer-row.ts'

/** The notice sent by the statements here. Counties need not hear it, because their pages show prices before offers. */
const OFFERS = 'offers'

/** The offers that a node caches. */
export interface OfferCache {
  offers: Promise<readonly OfferRow[]> | undefined
  /** What that promise resolved to; nothing as soon as something changes. */
  latest: readonly OfferRow[] | undefined
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Created with the first reading. */
    offers: OfferCache | null
  }
}

function makeCache(ctx: Pick<PlatformContext, 'node'>): OfferCache {
  const kept: OfferCache = { offers: undefined, latest: undefined }
  // A reading in progress answers earlier callers; later ones start another.
  onStockChanged(ctx, (what) => {
    if (what !== OFFERS && what !== EVERY_COUNTY) return
    kept.offers = undefined
    kept.latest = undefined
  })
  return kept
}

/** Tells this node, which must not wait for its own notice. The change must be committed. */
export const announceOffers = (ctx: Pick<PlatformContext, 'node'>): void => announceStockChange(ctx, [OFFERS])

/**
 * Returns all offers that are not removed, including those that are off. The same array until one changes.
 *
 * @param executor the caller's transaction, if it has one, see `mayTellHistory`
 */
export function loadOffers(
  ctx: Pick<PlatformContext, 'database' | 'node'>,
  executor: Executor = ctx.database,
): Promise<readonly OfferRow[]> {
  ctx.node.offers ??= makeCache(ctx)
  const kept = ctx.node.offers
  if (kept.offers) return kept.offers
  const reading = executor.run(listStanding)
  kept.offers = reading
  reading.then(
    (offers) => {
      if (kept.offers === reading) kept.latest = offers
    },
    () => {
      if (kept.offers === reading) kept.offers = undefined
    },
  )
  return reading
}

/** Whether these are the offers that `loadOffers` returned last, so that what was computed from them is still right. */
export const isStanding = ({ node }: Pick<PlatformContext, 'node'>, offers: readonly OfferRow[]): boolean =>
  node.offers?.latest === offers
