import { useMutation } from '@tanstack/react-query'
import type { Package } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import type { ApiError, ApiErrorCode } from '#web/lib/call-api.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { followServer } from './cart-data.ts'
import { holdLine, nameDeliveryMethod } from './hold-unit.ts'

const USUAL_FAILURE = 'Failed to add item to cart. Package may no longer be available.'
type Choice = { package: Omit<Package, 'available'>; deliveryMethod: DeliveryMethod }

/** Succeeds once the hold exists. `failure`: if the buyer can do nothing else; `isQuiet`: the screen shows success. */
export const useAddToCart = (failure = USUAL_FAILURE, { isQuiet = false } = {}) =>
  useMutation({
    mutationFn: ({ package: wanted, deliveryMethod }: Choice) => holdLine(wanted, deliveryMethod),
    onSuccess: (line) => {
      if (isQuiet) void nameDeliveryMethod(line).finally(followServer)
      else welcomeLine(line)
    },
    onError: (error) => {
      showFailure('Error', failureSentence(error, failure))
      void followServer()
    },
  })

/** Says that a line is in the cart and sets how it is delivered. */
export function welcomeLine(line: CartLine): void {
  showToast({
    title: 'Added to Cart',
    description: `${line.tier.toUpperCase()} package with ${line.size} leads added to cart.`,
  })
  void nameDeliveryMethod(line).finally(followServer)
}

/** Failures that the buyer can do something about; the others have one fixed text. */
const TOLD_CODES: readonly ApiErrorCode[] = [
  'cart_full',
  'leads_in_cart',
  'too_many_holds',
  'rate_limited',
  'unreachable',
]

/** What to say if a package could not be held. */
export const failureSentence = ({ code, sentence }: ApiError, usual = USUAL_FAILURE): string =>
  TOLD_CODES.includes(code) ? sentence : usual
