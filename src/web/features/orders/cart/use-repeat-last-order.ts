import { useMutation } from '@tanstack/react-query'
import type { ApiError } from '#web/lib/api-error.ts'
import { formatPlural } from '#web/lib/format.ts'
import { showToast } from '#web/ui/toast.ts'
import { followServer } from './cart-data.ts'
import { type HeldAgain, holdAgain } from './hold-again.ts'
import type { OrderedLine } from './last-order.ts'
import { failureSentence } from './use-add-to-cart.ts'

/** Holds what this browser bought last, as far as it is available; what is not is named. */
export function useRepeatLastOrder() {
  return useMutation<HeldAgain, ApiError, readonly OrderedLine[]>({
    mutationFn: holdAgain,
    onSuccess: ({ added, missing }) => {
      const missed = missing.length > 0 ? ` ${formatPlural(missing.length, 'package')} not available.` : ''
      showToast({
        title: added.length > 0 ? 'Added to Cart' : 'Not Available',
        description: `${formatPlural(added.length, 'package')} of your last order added to cart.${missed}`,
        ...(added.length === 0 ? { tone: 'danger' } : {}),
      })
    },
    onError: (error) => showToast({ title: 'Error', description: failureSentence(error), tone: 'danger' }),
    onSettled: followServer,
  })
}
