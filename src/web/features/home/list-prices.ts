import { useQuery } from '@tanstack/react-query'
import { type LeadType, type listPricing, SIZES, type Size, type Tier } from '#contract/catalogue.ts'
import { USUAL_DOLLARS } from '#contract/usual-prices.ts'
import { query } from '#web/lib/query.ts'

export interface ListPrices {
  /** Dollars; undefined while the store has not answered yet. */
  priceOf: (leadType: LeadType, tier: Tier, size: Size) => number | undefined
  /** The store did not answer: these are the usual prices, which may have changed. */
  isFallback: boolean
}

/** The prices every county shares, as the store asks for them today. */
export function useListPrices(): ListPrices {
  const { data, isPending } = useQuery(query<typeof listPricing>('/api/pricing', {}))
  const isFallback = !isPending && !data?.length
  return {
    isFallback,
    priceOf: (leadType, tier, size) => {
      if (isPending) return undefined
      const entry = data?.find((one) => one.leadType === leadType && one.tier === tier && one.size === size)
      return entry ? Number(entry.basePrice) : USUAL_DOLLARS[leadType][tier][SIZES.indexOf(size)]
    },
  }
}
