import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { changeStock, PackageHold, releaseStuckHold } from '#contract/admin/stock-screen.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { setAvailability } from '#contract/stock/inventory.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { type Attempt, attemptFor } from '#web/lib/attempts.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { showToast } from '#web/ui/toast.ts'
import { followStock, showCount } from './stock-data.ts'

/** Not awaited: the change is saved, and forms are free for the next one right away. */
const readAgain = (): void => void followStock()

export interface CountToSet extends BodyInputOf<typeof setAvailability> {
  packageId: string
}

/** Sets one package's stock. */
export function useSetAvailability() {
  return useMutation<ReplyOutputOf<typeof setAvailability>, ApiError, CountToSet>({
    mutationFn: ({ packageId, ...body }) =>
      callApi<typeof setAvailability>('PUT', '/api/admin/packages/:packageId/availability', {
        params: { packageId },
        body,
      }),
    onSuccess: ({ packageId, available }) => {
      showCount(packageId, available)
      showToast({ title: 'Package availability updated successfully!' })
    },
    onError: (error, { packageId }) => {
      if (typeof error.details.available === 'number') showCount(packageId, error.details.available)
      const isAnswer = error.code !== 'unreachable' && error.code !== 'unreadable'
      const description = isAnswer ? error.sentence : 'Failed to update package availability'
      showToast({ title: 'Error', description, tone: 'danger' })
    },
    onSettled: readAgain,
  })
}

type ManyChange = Omit<BodyInputOf<typeof changeStock>, 'attemptId'>

/** Changes many packages. If a reply is lost, sending again finds the same change. */
export function useChangeStock() {
  const attempt = useRef<Attempt | null>(null)
  return useMutation<ReplyOutputOf<typeof changeStock>, ApiError, ManyChange>({
    mutationFn: ({ seen, ...wanted }) => {
      // Without what was seen: after a lost reply the preview has changed, and adding twice would be wrong.
      attempt.current = attemptFor(attempt.current, JSON.stringify(wanted))
      const { attemptId } = attempt.current
      return callApi<typeof changeStock>('POST', '/api/admin/stock/changes', { body: { ...wanted, seen, attemptId } })
    },
    onSuccess: ({ changed }) => {
      attempt.current = null
      showToast({ title: `${formatPlural(changed, 'package')} updated`, description: 'The new stock is on sale.' })
    },
    onSettled: readAgain,
  })
}

/** Removes a hold from a cart. */
export function useReleaseHold() {
  return useMutation<ReplyOutputOf<typeof releaseStuckHold>, ApiError, { hold: PackageHold; reason: string }>({
    mutationFn: ({ hold, reason }) =>
      callApi<typeof releaseStuckHold>('POST', '/api/admin/holds/:holdId/release', {
        params: { holdId: hold.holdId },
        body: { reason },
      }),
    onSuccess: ({ state }) =>
      showToast(
        state === 'released'
          ? { title: 'Hold released', description: 'The unit is on sale again, and the cart’s owner is told.' }
          : { title: 'The hold had already ended', description: ENDED[state] },
      ),
    onSettled: readAgain,
  })
}

const ENDED = { sold: 'Someone just bought it.', expired: 'Its time just ran out.' } as const
