import { queryOptions } from '@tanstack/react-query'
import { listOffers } from '#contract/catalogue/offers.ts'
import { query } from './query.ts'

/** Offers start and end by the clock, and administrators turn them on and off: often enough for people who look at prices. */
const OFFERS_WATCH_MS = 60_000

/** The active offers, reloaded every minute and whenever the window gets the focus. */
export const offersQuery = queryOptions({
  ...query(listOffers),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  refetchInterval: OFFERS_WATCH_MS,
})
