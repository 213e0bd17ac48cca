import type { listOffers as listOffersEndpoint, Offer } from '#contract/catalogue/offers.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { CachedJson } from '#server/platform/http/cached-json.ts'
import { listWithFigures } from './offer-queries.ts'
import { isInEffect, isUsedUp, type OfferRow } from './offer-row.ts'
import { showOffer, showPublicOffer } from './show-offer.ts'
import { isStanding, loadOffers } from './standing-offers.ts'

/** The reply that a node keeps, and what it was made of. */
export interface OffersPage {
  json: CachedJson
  madeOf: readonly OfferRow[]
}

declare module '#server/platform/context.ts' {
  interface NodeState {
    offersPage: OffersPage | null
  }
}

/** The next moment at which an offer starts or ends by itself; null when none will. */
function nextTurn(offers: readonly OfferRow[], now: Date): Date | null {
  const moments = offers.flatMap((offer) => [offer.starts_at, offer.ends_at]).filter((at) => at !== null && at > now)
  return moments.reduce((first, at) => (first === null || (at && at < first) ? at : first), null)
}

/** The offers in effect now, kept ready until one changes, starts or ends. */
export async function listOffers(ctx: PlatformContext): Promise<CachedJson> {
  const { clock, node } = ctx
  const offers = await loadOffers(ctx)
  const kept = node.offersPage
  if (kept?.madeOf === offers && kept.json.isCurrent()) return kept.json
  const madeAt = clock.now()
  const turn = nextTurn(offers, madeAt)
  const shown: ReplyOf<typeof listOffersEndpoint> = offers
    .filter((offer) => isInEffect(offer, madeAt) && !isUsedUp(offer))
    .map(showPublicOffer)
  const page: OffersPage = {
    madeOf: offers,
    json: new CachedJson(JSON.stringify(shown), () => {
      const now = clock.now()
      return node.offersPage === page && isStanding(ctx, offers) && now >= madeAt && (!turn || now < turn)
    }),
  }
  node.offersPage = page
  return page.json
}

/** Every offer that was not removed, with what it has cost. */
export async function listAllOffers(ctx: PlatformContext): Promise<Offer[]> {
  const now = ctx.clock.now()
  return (await ctx.database.run(listWithFigures)).map((offer) => showOffer(offer, now))
}
