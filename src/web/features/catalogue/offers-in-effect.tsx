import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { offersQuery } from '#web/lib/offers-query.ts'
import { dealsOf } from '#web/lib/package-deals.ts'
import { type Market, packagesQuery } from './catalogue-data.ts'
import { shownDeals } from './shown-deals.ts'

/** Lets the county on screen say what the offers in effect mean for its packages. Draws nothing itself. */
export function OffersInEffect({ market }: { market: Market }) {
  const { data: packages } = useQuery(packagesQuery(market))
  const { data: offers } = useQuery(offersQuery)
  useEffect(() => {
    if (packages && offers) shownDeals.set(dealsOf(packages, offers))
  }, [packages, offers])
  useEffect(() => () => shownDeals.set(new Map()), [])
  return null
}
