import type { AuditFacts } from '#contract/audit/audit.ts'
import type { listOffers as endpoint, Offer, OfferKind, OfferState, PublicOffer } from '#contract/catalogue/offers.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import { formatCents } from '#contract/plain-values.ts'
import { type PlatformContext, perNode } from '#server/platform/context.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { CachedJson } from '#server/platform/http/cached-json.ts'
import { isInEffect, isUsedUp, listWithFigures, type OfferRow, type OfferWithFigures } from './offer-queries.ts'
import type { OfferTerms } from './read-offer.ts'
import { isStanding, loadOffers } from './standing-prices.ts'

type OffersPage = { json: CachedJson; madeOf: readonly OfferRow[] }

const cacheOf = perNode(() => ({ page: null as OffersPage | null }))

/** The next time an offer starts or ends by itself; null if none will. */
function nextTurn(offers: readonly OfferRow[], now: Date): Date | null {
  const moments = offers.flatMap((offer) => [offer.starts_at, offer.ends_at]).filter((at) => at !== null && at > now)
  return moments.reduce((first, at) => (first === null || (at && at < first) ? at : first), null)
}

/** Lists the offers in effect now. The reply is kept until an offer changes, starts or ends. */
export async function listOffers(ctx: PlatformContext): Promise<CachedJson> {
  const { clock } = ctx
  const offers = await loadOffers(ctx)
  const kept = cacheOf(ctx)
  if (kept.page?.madeOf === offers && kept.page.json.isCurrent()) return kept.page.json
  const madeAt = clock.now()
  const turn = nextTurn(offers, madeAt)
  const shown: ReplyOf<typeof endpoint> = offers
    .filter((offer) => isInEffect(offer, madeAt) && !isUsedUp(offer))
    .map(showPublicOffer)
  const page: OffersPage = {
    madeOf: offers,
    json: new CachedJson(JSON.stringify(shown), () => {
      const now = clock.now()
      return kept.page === page && isStanding(ctx, offers) && now >= madeAt && (!turn || now < turn)
    }),
  }
  kept.page = page
  return page.json
}

/** Lists every offer that was not removed, with what it has cost. */
export async function listAllOffers(ctx: PlatformContext): Promise<Offer[]> {
  const now = ctx.clock.now()
  return (await ctx.database.run(listWithFigures)).map((offer) => showOffer(offer, now))
}

function stateOf(offer: OfferRow, now: Date): OfferState {
  if (offer.ends_at && offer.ends_at <= now) return 'ended'
  if (!offer.is_active) return 'inactive'
  if (isUsedUp(offer)) return 'used_up'
  return offer.starts_at && offer.starts_at > now ? 'scheduled' : 'active'
}

const showPublicOffer = (offer: OfferRow): PublicOffer => ({
  ...shownOf(offer, 'name', 'kind', 'lead_types', 'tiers', 'sizes', 'states', 'is_combinable', 'ends_at'),
  id: offer.offer_id,
  // As people write it: percent, dollars, leads.
  value: offer.kind === 'percentage' || offer.kind === 'fixed' ? offer.value / 100 : offer.value,
})

export const showOffer = (offer: OfferWithFigures, now: Date): Offer => ({
  ...showPublicOffer(offer),
  ...shownOf(offer, 'is_active', 'starts_at', 'uses_max', 'uses_per_customer_max', 'standard', 'orders', 'created_at'),
  state: stateOf(offer, now),
  cost: dollarTextFromCents(toCents(Number(offer.discount_cents))),
  bonusLeadsGiven: Number(offer.bonus_leads),
  bonusLeadsWorth: dollarTextFromCents(toCents(Number(offer.bonus_worth_cents))),
  revision: offer.revision,
})

const VALUE_WORDS: Readonly<Record<OfferKind, (value: number) => string>> = {
  percentage: (value) => `${value / 100}% off`,
  fixed: (value) => `${formatCents(value)} off`,
  extra_leads: (value) => `${value} extra leads`,
  bogo: () => 'buy one, get one free',
}

const listed = (values: readonly (string | number)[]): string => (values.length === 0 ? 'all' : values.join(', '))

export const offerFacts = (terms: OfferTerms): AuditFacts => ({
  name: terms.name,
  offer: VALUE_WORDS[terms.kind](terms.value),
  leadTypes: listed(terms.lead_types),
  tiers: listed(terms.tiers),
  sizes: listed(terms.sizes),
  states: listed(terms.states),
  ...shownOf(terms, 'starts_at', 'ends_at'),
  combines: terms.is_combinable,
  ...shownOf(terms, 'uses_max', 'uses_per_customer_max'),
})
