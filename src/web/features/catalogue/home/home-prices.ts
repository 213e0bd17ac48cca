import { useQuery } from '@tanstack/react-query'
import { type LeadType, type listPricing, SIZES, type Size, type Tier } from '#contract/catalogue/catalogue.ts'
import { USUAL_DOLLARS } from '#contract/catalogue/usual-prices.ts'
import { formatPrice } from '#web/lib/format.ts'
import { offersQuery } from '#web/lib/offers-query.ts'
import { dealOf } from '#web/lib/package-deals.ts'
import { query } from '#web/lib/query.ts'
import { PLATE_COUNTY } from './county-plate.tsx'

export interface HomePrice {
  /** Dollars, after percentage offers. */
  price: number
  /** The price before offers, formatted; undefined if no offer lowers it. */
  was?: string
}

export interface HomePrices {
  /** Undefined until the store has answered. */
  priceOf: (leadType: LeadType, tier: Tier, size: Size) => HomePrice | undefined
  /** The store did not answer: these are the default prices, which may have changed. */
  isFallback: boolean
}

const { state, county } = PLATE_COUNTY

/**
 * Today's prices in the county of the plate, with active offers, as its page on /leads shows them.
 *
 * @param options.retryOnMount false: takes a failed read as it is. A part that hydrates late would start it again, and
 * prices that are on screen would disappear
 */
export function useHomePrices(options: { retryOnMount?: boolean } = {}): HomePrices {
  const pricing = useQuery({ ...query<typeof listPricing>('/api/pricing', {}, { state, county }), ...options })
  const offers = useQuery({ ...offersQuery, ...options })
  const isPending = pricing.isPending || offers.isPending
  const inEffect = offers.data ?? []
  return {
    isFallback: !isPending && !pricing.data?.length,
    priceOf: (leadType, tier, size) => {
      if (isPending) return undefined
      const entry = pricing.data?.find((one) => one.leadType === leadType && one.tier === tier && one.size === size)
      const price = entry ? Number(entry.basePrice) : USUAL_DOLLARS[leadType][tier][SIZES.indexOf(size)]
      if (price === undefined) return undefined
      const deal = dealOf({ leadType, tier, size, state, price }, inEffect)
      return deal && deal.price < price ? { price: deal.price, was: formatPrice(price) } : { price }
    },
  }
}
