import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { listOffers } from '#contract/offers.ts'
import { query } from '#web/lib/query.ts'
import { type Market, packagesQuery } from './catalogue-data.ts'
import { dealsOf } from './package-deals.ts'
import { shownDeals } from './shown-deals.ts'

/** Offers start and end by the clock, and administrators switch them: often enough for who looks at prices. */
const OFFERS_WATCH_MS = 60_000

/** Lets the county on screen say what the offers in effect mean for its packages. Draws nothing itself. */
export function OffersInEffect({ market }: { market: Market }) {
  const { data: packages } = useQuery(packagesQuery(market))
  const { data: offers } = useQuery({
    ...query<typeof listOffers>('/api/offers', {}),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: OFFERS_WATCH_MS,
  })
  useEffect(() => {
    if (packages && offers) shownDeals.set(dealsOf(packages, offers))
  }, [packages, offers])
  useEffect(() => () => shownDeals.set(new Map()), [])
  return null
}
