import { LEAD_TYPE_NAMES, type PackageId, packageKeyOf, packageName, SIZES } from '#contract/catalogue/catalogue.ts'
import type { previewOffer as endpoint } from '#contract/catalogue/offers.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { dollarsFromCents, toCents } from '#contract/money.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInScope, listPackagesInCarts, type OfferRow } from './offer-queries.ts'
import { loadPlaces } from './places.ts'
import { areaCodeOf } from './price-areas.ts'
import { bestLeads, type LineBeforeOffers, termsOf } from './price-lines.ts'
import { type OfferFields, type OfferTerms, readOffer } from './read-offer.ts'
import { readStandingPrices } from './standing-prices.ts'

type Kind = Pick<LineBeforeOffers, 'leadType' | 'tier' | 'size' | 'priceCents'>

const fits = (terms: OfferTerms, kind: Kind): boolean => isInScope({ ...terms, states: [] }, { ...kind, state: '' })

const asOffer = (terms: OfferTerms): OfferRow => ({
  ...terms,
  offer_id: '',
  is_active: true,
  used: 0,
  standard: null,
  revision: 1,
  created_at: new Date(0),
})

/** One package of a kind, bought alone with only this offer. */
function exampleOf(terms: OfferTerms, kind: Kind) {
  const offer = asOffer({ ...terms, states: [] })
  const line = { ...kind, state: '', lineId: '', packageId: '' }
  const ofLine = termsOf([{ ...line, promised: bestLeads([offer], line).offers }], [offer]).get('')
  const { leadType, tier, size, priceCents } = kind
  return {
    package: `${packageName({ tier, size })}, ${LEAD_TYPE_NAMES[leadType]}`,
    price: dollarsFromCents(priceCents),
    after: dollarsFromCents(toCents(priceCents - (ofLine?.discountCents ?? 0))),
    bonusLeads: ofLine?.bonusLeads ?? 0,
  }
}

/** Shows what an offer would affect before it is created. @throws Refusal `offer_invalid`, `unknown_state` */
export async function previewOffer(ctx: PlatformContext, body: OfferFields): Promise<ReplyOf<typeof endpoint>> {
  const terms = await readOffer(ctx, body)
  const places = await loadPlaces(ctx)
  const [onlyState] = terms.states.length === 1 ? terms.states : []
  const area = onlyState === undefined ? null : areaCodeOf(places, { state: onlyState, county: null })
  const [prices, carts] = await Promise.all([
    readStandingPrices(ctx.database, area),
    ctx.database.run(listPackagesInCarts, { now: ctx.clock.now() }),
  ])
  const kinds = [...prices.values()]
    .map(({ leadType, tier, size, price }) => ({ leadType, tier, size, priceCents: price.cents }))
    .filter((kind) => fits(terms, kind))
    .sort((a, b) => a.priceCents - b.priceCents || SIZES.indexOf(a.size) - SIZES.indexOf(b.size))
  const states = terms.states.length > 0 ? terms.states : places.states
  const counties = states.reduce((sum, state) => sum + places.countiesOf(state).length, 0)
  const inScope = carts.filter((row) => {
    const { fips, ...key } = packageKeyOf(row.package_id as PackageId)
    return isInScope(terms, { ...key, state: places.countyByFips(fips).state })
  })
  const [cheapest, ...others] = kinds
  const dearest = others.at(-1)
  return {
    packages: kinds.length * counties,
    cartLines: inScope.reduce((sum, row) => sum + row.units, 0),
    examples: [cheapest, dearest].filter((kind) => kind !== undefined).map((kind) => exampleOf(terms, kind)),
  }
}
