import { useQuery } from '@tanstack/react-query'
import { type LeadType, listPricing, SIZES, type Size, type Tier } from '#contract/catalogue/catalogue.ts'
import { USUAL_DOLLARS } from '#contract/catalogue/usual-prices.ts'
import { formatPrice } from '#web/lib/format.ts'
import { offersQuery } from '#web/lib/offers-query.ts'
import { dealOf } from '#web/lib/package-deals.ts'
import { query } from '#web/lib/query.ts'
import { PLATE_COUNTY } from './county-plate.tsx'

/** `price`: dollars, after percentage offers. `was`: the price before offers, formatted, if one lowers it. */
export type HomePrice = { price: number; was?: string }
const { state, county } = PLATE_COUNTY

/** Today's prices in the plate's county. A part that hydrates late must not retry: shown prices would disappear. */
export function useHomePrices(options: { retryOnMount?: boolean } = {}) {
  const pricing = useQuery({ ...query(listPricing, {}, { state, county }), ...options })
  const offers = useQuery({ ...offersQuery, ...options })
  const isPending = pricing.isPending || offers.isPending
  const inEffect = offers.data ?? []
  return {
    /** The store did not answer: these are the default prices, which may have changed. */
    isFallback: !isPending && !pricing.data?.length,
    priceOf: (leadType: LeadType, tier: Tier, size: Size): HomePrice | undefined => {
      if (isPending) return undefined
      const entry = pricing.data?.find((one) => one.leadType === leadType && one.tier === tier && one.size === size)
      const price = entry ? Number(entry.basePrice) : USUAL_DOLLARS[leadType][tier][SIZES.indexOf(size)]
      if (price === undefined) return undefined
      const deal = dealOf({ leadType, tier, size, state, price }, inEffect)
      return deal && deal.price < price ? { price: deal.price, was: formatPrice(price) } : { price }
    },
  }
}
