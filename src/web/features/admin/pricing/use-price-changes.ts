import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { levelOf, type PriceArea } from '#contract/admin/price-areas.ts'
import type {
  cancelPriceChange,
  changePrice,
  changePrices,
  PriceChange,
  PriceKey,
  undoPriceChange,
} from '#contract/admin/pricing.ts'
import type { PricingEntry } from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { type Attempt, attemptFor } from '#web/lib/attempts.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { formatStoreMoment } from '#web/lib/store-moment.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { showToast } from '#web/ui/toast.ts'
import type { ShownPrice } from './price-rules.ts'
import { followPrices, withPlace } from './pricing-data.ts'

/** Not awaited: the change is saved, and forms are free for the next one right away. */
const readAgain = (): void => void followPrices()

/** Sets one price. */
export function useChangePrice() {
  return useMutation<PricingEntry, ApiError, BodyInputOf<typeof changePrice>>({
    mutationFn: (body) => callApi<typeof changePrice>('PUT', '/api/admin/pricing', { body }),
    onSuccess: () => showToast({ title: 'Pricing updated successfully and applied to all packages!' }),
    onError: (error) => {
      const isAnswer = error.code !== 'unreachable' && error.code !== 'unreadable'
      const description = isAnswer ? error.sentence : 'Failed to update pricing'
      showToast({ title: 'Error', description, tone: 'danger' })
    },
    onSettled: readAgain,
  })
}

/**
 * Saves one price of the form: the national one, or the area's own. `save` takes the new price in dollars and what was
 * shown.
 */
export function useSavePrice(area: PriceArea | null) {
  const national = useChangePrice()
  const ofArea = useChangePrices()
  const { error, isPending, reset } = area ? ofArea : national
  const save = (key: PriceKey, after: string, shown: ShownPrice | undefined, onSuccess: () => void) => {
    if (!area) {
      const before = shown ? { before: shown.price } : {}
      national.mutate({ ...key, basePrice: after, ...before }, { onSuccess })
    } else if (shown) {
      const row = { ...key, before: shown.price, beforeLevel: shown.level, after, afterLevel: levelOf(area) }
      ofArea.mutate({ area, rows: [row] }, { onSuccess })
    }
  }
  return { error, isPending, reset, save }
}

/** Changes or plans many prices. If a reply is lost, sending again finds the same change. */
export function useChangePrices() {
  const attempt = useRef<Attempt | null>(null)
  const timeZone = useStoreZone()
  return useMutation<PriceChange, ApiError, Omit<BodyInputOf<typeof changePrices>, 'attemptId'>>({
    mutationFn: (body) => {
      attempt.current = attemptFor(attempt.current, JSON.stringify(body))
      const { attemptId } = attempt.current
      return callApi<typeof changePrices>('POST', '/api/admin/pricing/changes', {
        body: { ...withPlace(body), attemptId },
      })
    },
    onSuccess: ({ rows, startsAt, area }) => {
      attempt.current = null
      const prices = formatPlural(rows.length, 'price')
      showToast(
        startsAt
          ? { title: `${prices} planned`, description: `They take effect ${formatStoreMoment(startsAt, timeZone)}.` }
          : {
              title: `${prices} changed`,
              description: `${rows.length === 1 ? 'It now applies' : 'They now apply'} ${area ? `in ${area.name}` : 'in every county without its own'}.`,
            },
      )
    },
    onSettled: readAgain,
  })
}

/** Undoes a price change. */
export function useUndoPriceChange() {
  return useMutation<PriceChange, ApiError, PriceChange>({
    mutationFn: ({ id }) =>
      callApi<typeof undoPriceChange>('POST', '/api/admin/pricing/changes/:changeId/undo', {
        params: { changeId: id },
      }),
    onSuccess: ({ rows }) => showToast({ title: `${formatPlural(rows.length, 'price')} restored` }),
    onSettled: readAgain,
  })
}

/** Cancels a planned change. */
export function useCancelPriceChange() {
  return useMutation<PriceChange, ApiError, PriceChange>({
    mutationFn: ({ id }) =>
      callApi<typeof cancelPriceChange>('POST', '/api/admin/pricing/changes/:changeId/cancel', {
        params: { changeId: id },
      }),
    onSuccess: () => showToast({ title: 'Planned change canceled', description: 'The prices stay as they are.' }),
    onSettled: readAgain,
  })
}
