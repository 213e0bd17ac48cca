/** Bonus leads: promised when a package is held, and kept with that hold. */
import { type PackageId, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import type { HoldBonus } from '#server/features/stock/hold.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInEffect, isInScope, isUsedUp, type OfferRow, type Scoped } from './offer-row.ts'
import { loadPlaces } from './places.ts'
import { loadOffers } from './standing-offers.ts'

const NOTHING: HoldBonus = { leads: 0, offers: [] }

const leadsOf = (offers: readonly OfferRow[]): number => offers.reduce((sum, offer) => sum + offer.value, 0)

/**
 * Of the offers for a package, those whose leads count: all that may be combined add up, any other one stands alone, and what is
 * best for the buyer is taken. Whether others combine does not matter here: bonus leads always come on top of discounts.
 */
export function bestLeads(offers: readonly OfferRow[], line: Scoped): HoldBonus {
  const fitting = offers.filter((offer) => offer.kind === 'extra_leads' && isInScope(offer, line))
  if (fitting.length === 0) return NOTHING
  const choices = [
    fitting.filter((offer) => offer.is_combinable),
    ...fitting.filter((offer) => !offer.is_combinable).map((offer) => [offer]),
  ]
  const best = choices.reduce((most, choice) => (leadsOf(choice) > leadsOf(most) ? choice : most))
  return {
    leads: leadsOf(best),
    offers: best.map((offer) => ({ offerId: offer.offer_id, name: offer.name, leads: offer.value })),
  }
}

/** The bonus leads of a package that is held now; none for one that the catalogue does not have. */
export async function promiseLeads(ctx: PlatformContext, packageId: PackageId): Promise<HoldBonus> {
  const all = await loadOffers(ctx)
  const now = ctx.clock.now()
  const offers = all.filter((offer) => offer.kind === 'extra_leads' && isInEffect(offer, now) && !isUsedUp(offer))
  if (offers.length === 0) return NOTHING
  const { fips, leadType, tier, size } = packageKeyOf(packageId)
  const county = (await loadPlaces(ctx)).findByFips(fips)
  return county ? bestLeads(offers, { leadType, tier, size, state: county.state }) : NOTHING
}
