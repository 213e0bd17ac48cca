/**
 * The offers of this store as each node keeps them, so that a cart costs no question more. They are read again when one was
 * changed or ran out: this node and the others are told with the commit. One that starts or ends by time does so by itself.
 */
import { announceStockChange, EVERY_COUNTY, onStockChanged } from '#server/features/stock/stock-changes.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { listStanding } from './offer-queries.ts'
import type { OfferRow } from './offer-row.ts'

/** The notice of the statements here. Counties need not hear it: their pages show prices before offers. */
const OFFERS = 'offers'

/** The offers that a node keeps. */
export interface OfferCache {
  offers: Promise<readonly OfferRow[]> | undefined
  /** What that promise came to; nothing from the moment of a change on. */
  latest: readonly OfferRow[] | undefined
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Made with the first reading. */
    offers: OfferCache | null
  }
}

function makeCache(ctx: Pick<PlatformContext, 'node'>): OfferCache {
  const kept: OfferCache = { offers: undefined, latest: undefined }
  // A reading under way answers who asked before; whoever asks from now on starts another.
  onStockChanged(ctx, (what) => {
    if (what !== OFFERS && what !== EVERY_COUNTY) return
    kept.offers = undefined
    kept.latest = undefined
  })
  return kept
}

/** Tells this node, which must not wait for its own notice; the change must be committed. */
export const announceOffers = (ctx: Pick<PlatformContext, 'node'>): void => announceStockChange(ctx, [OFFERS])

/** All offers that are not removed, also those that are off. The same array until one changes. */
export function loadOffers(ctx: Pick<PlatformContext, 'database' | 'node'>): Promise<readonly OfferRow[]> {
  ctx.node.offers ??= makeCache(ctx)
  const kept = ctx.node.offers
  if (kept.offers) return kept.offers
  const reading = ctx.database.run(listStanding)
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

/** Whether these are the offers that `loadOffers` last answered with, so that what was made of them still holds. */
export const isStanding = ({ node }: Pick<PlatformContext, 'node'>, offers: readonly OfferRow[]): boolean =>
  node.offers?.latest === offers
