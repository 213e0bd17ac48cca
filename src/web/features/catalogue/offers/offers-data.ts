import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import type { listStates } from '#contract/catalogue/catalogue.ts'
import type { listAllOffers, Offer, previewOffer } from '#contract/catalogue/offers.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'
import type { OfferBody } from './offer-draft.ts'

const OFFERS_PATH = '/api/admin/offers'
const PREVIEW_PATH = '/api/admin/offers/preview'
/** Sales use offers and the clock starts and ends them; reloaded as often as the store's figures. */
const OFFERS_WATCH_MS = 30_000

/** What changes with an offer: the lists that show it, its preview, and carts. */
const TOUCHED_PATHS = [OFFERS_PATH, PREVIEW_PATH, '/api/offers', '/api/cart']

export type OfferPreview = ReplyOutputOf<typeof previewOffer>

/** Every offer with its cost so far, kept up to date while visible. */
export function useOffers() {
  return useQuery({
    ...query<typeof listAllOffers>(OFFERS_PATH, {}),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: OFFERS_WATCH_MS,
  })
}

/** Previews an offer; null asks nothing. Computed again each time, because prices and carts change. */
export function useOfferPreview(body: OfferBody | null) {
  return useQuery<OfferPreview>({
    queryKey: [PREVIEW_PATH, body],
    queryFn: body ? ({ signal }) => callApi<typeof previewOffer>('POST', PREVIEW_PATH, { body, signal }) : skipToken,
    staleTime: 0,
    gcTime: 0,
  })
}

/** The names of the states, for the scope. */
export const useStates = () => useQuery(query<typeof listStates>('/api/states', {}))

/** Puts one offer into the list on screen. */
export function showOffer(offer: Offer): void {
  queryClient.setQueryData(query<typeof listAllOffers>(OFFERS_PATH, {}).queryKey, (offers) =>
    offers?.map((one) => (one.id === offer.id ? offer : one)),
  )
}

/** Reloads everything that a change of an offer may have affected. */
export async function followOffers(): Promise<void> {
  await Promise.all(TOUCHED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}

/** Reads the current offers on request, after a change was reported. The list on screen follows. */
export function useReadOffers() {
  return useMutation<readonly Offer[], ApiError>({
    mutationFn: () => queryClient.fetchQuery({ ...query<typeof listAllOffers>(OFFERS_PATH, {}), staleTime: 0 }),
  })
}
