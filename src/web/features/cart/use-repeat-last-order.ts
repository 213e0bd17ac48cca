import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api-error.ts'
import { formatPlural } from '#web/lib/format.ts'
import { showToast } from '#web/ui/toast.ts'
import { followServer } from './cart-data.ts'
import { holdUnit, nameDeliveryMethod } from './hold-unit.ts'
import type { OrderedLine } from './last-order.ts'
import { failureSentence } from './use-add-to-cart.ts'

interface Repeated {
  added: readonly OrderedLine[]
  /** Out of stock, or no longer sold. */
  missing: readonly OrderedLine[]
}

/**
 * Holds what was ordered before, one after the other, so that the order of the lines stays. What is out of stock is
 * passed over and named; any other trouble ends it, and what is held by then stays held.
 */
export function useRepeatLastOrder() {
  return useMutation<Repeated, ApiError, readonly OrderedLine[]>({
    mutationFn: async (lines) => {
      const added: OrderedLine[] = []
      const missing: OrderedLine[] = []
      for (const line of lines) {
        try {
          const hold = await holdUnit(line.packageId)
          await nameDeliveryMethod({ ...line, holdId: hold.holdId })
          added.push(line)
        } catch (error) {
          if (!(error instanceof ApiError) || !['out_of_stock', 'unknown_package'].includes(error.code)) throw error
          missing.push(line)
        }
      }
      return { added, missing }
    },
    onSuccess: ({ added, missing }) => {
      const missed = missing.length > 0 ? ` ${formatPlural(missing.length, 'package')} out of stock.` : ''
      showToast({
        title: added.length > 0 ? 'Added to Cart' : 'Out of Stock',
        description: `${formatPlural(added.length, 'package')} of your last order added to cart.${missed}`,
        ...(added.length === 0 ? { tone: 'danger' } : {}),
      })
    },
    onError: (error) => showToast({ title: 'Error', description: failureSentence(error), tone: 'danger' }),
    onSettled: followServer,
  })
}
