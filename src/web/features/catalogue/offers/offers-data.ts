import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { listStates } from '#contract/catalogue/catalogue.ts'
import type {
  createOffer,
  listAllOffers,
  Offer,
  previewOffer,
  removeOffer,
  switchOffer,
  updateOffer,
} from '#contract/catalogue/offers.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { AttemptId } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { type Attempt, attemptFor } from '#web/lib/attempts.ts'
import { callApi } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { showToast } from '#web/ui/toast.ts'
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
function showOffer(offer: Offer): void {
  queryClient.setQueryData(query<typeof listAllOffers>(OFFERS_PATH, {}).queryKey, (offers) =>
    offers?.map((one) => (one.id === offer.id ? offer : one)),
  )
}

/** Reloads everything that a change of an offer may have affected. */
async function followOffers(): Promise<void> {
  await Promise.all(TOUCHED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}

/** Reads the current offers on request, after a change was reported. The list on screen follows. */
export function useReadOffers() {
  return useMutation<readonly Offer[], ApiError>({
    mutationFn: () => queryClient.fetchQuery({ ...query<typeof listAllOffers>(OFFERS_PATH, {}), staleTime: 0 }),
  })
}

/** Not awaited: the change is saved, and forms are free for the next one right away. */
const readAgain = (): void => void followOffers()

/** Creates an offer. If a reply is lost, sending again finds the same offer. */
export function useCreateOffer() {
  const attempt = useRef<Attempt | null>(null)
  return useMutation<Offer, ApiError, OfferBody>({
    mutationFn: (body) => {
      attempt.current = attemptFor(attempt.current, JSON.stringify(body))
      const attemptId = attempt.current.attemptId as AttemptId
      return callApi<typeof createOffer>('POST', '/api/admin/offers', { body: { ...body, attemptId } })
    },
    onSuccess: ({ name, state }) => {
      attempt.current = null
      showToast({
        title: `${name} created`,
        description: state === 'scheduled' ? 'It begins at its start.' : 'It counts from now on.',
      })
    },
    onSettled: readAgain,
  })
}

/** Changes an offer, from the revision that its form shows. */
export function useUpdateOffer(offerId: string) {
  return useMutation<Offer, ApiError, OfferBody & { revision: number }>({
    mutationFn: (body) =>
      callApi<typeof updateOffer>('PUT', '/api/admin/offers/:offerId', { params: { offerId }, body }),
    onSuccess: (offer) => {
      showOffer(offer)
      showToast({ title: `${offer.name} changed` })
    },
    onSettled: readAgain,
  })
}

/** Turns an offer on or off. */
export function useSwitchOffer() {
  return useMutation<Offer, ApiError, { offerId: string; isActive: boolean }>({
    mutationFn: ({ offerId, isActive }) =>
      callApi<typeof switchOffer>('POST', '/api/admin/offers/:offerId/switch', {
        params: { offerId },
        body: { isActive },
      }),
    onSuccess: (offer, { isActive }) => {
      showOffer(offer)
      showToast({ title: `${offer.name} is ${isActive ? 'on' : 'off'}` })
    },
    onError: (error) => showToast({ title: 'Error', description: error.sentence, tone: 'danger' }),
    onSettled: readAgain,
  })
}

/** Ends an offer for good. */
export function useRemoveOffer() {
  return useMutation<{ id: string }, ApiError, Offer>({
    mutationFn: ({ id }) =>
      callApi<typeof removeOffer>('DELETE', '/api/admin/offers/:offerId', { params: { offerId: id } }),
    onSuccess: (_removed, { name }) => showToast({ title: `${name} removed` }),
    onSettled: readAgain,
  })
}
