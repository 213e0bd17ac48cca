import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { createOffer, Offer, removeOffer, switchOffer, updateOffer } from '#contract/catalogue/offers.ts'
import type { AttemptId } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { type Attempt, attemptFor } from '#web/lib/attempts.ts'
import { callApi } from '#web/lib/call-api.ts'
import { showToast } from '#web/ui/toast.ts'
import type { OfferBody } from './offer-draft.ts'
import { followOffers, showOffer } from './offers-data.ts'

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
