import { useQuery } from '@tanstack/react-query'
import type { LeadType, listPricing, Size, Tier } from '#contract/catalogue.ts'
import { query } from '#web/lib/query.ts'

type PriceTable = Readonly<Record<LeadType, Readonly<Record<Tier, readonly number[]>>>>

/**
 * SPEC.md section 9's table, in dollars, for 20 / 30 / 50 / 100 leads: shown only while the pricing call gives nothing.
 * It never sets money: what a buyer pays is computed by the server from its own prices.
 */
const FALLBACK: PriceTable = {
  vacant: {
    vip: [299, 399, 599, 999],
    premier: [199, 279, 399, 699],
    premium: [129, 179, 259, 449],
    standard: [79, 109, 159, 279],
  },
  owner: {
    vip: [349, 449, 649, 1099],
    premier: [229, 309, 439, 769],
    premium: [149, 199, 289, 499],
    standard: [89, 119, 179, 309],
  },
  landlord: {
    vip: [379, 479, 699, 1199],
    premier: [249, 329, 469, 819],
    premium: [159, 219, 309, 529],
    standard: [99, 129, 189, 329],
  },
}
const FALLBACK_SIZES: readonly number[] = [20, 30, 50, 100]

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
      return entry ? Number(entry.basePrice) : FALLBACK[leadType][tier][FALLBACK_SIZES.indexOf(size)]
    },
  }
}
