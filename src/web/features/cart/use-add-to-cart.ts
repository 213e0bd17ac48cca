import { useMutation } from '@tanstack/react-query'
import type { CartLine } from '#contract/cart.ts'
import type { Package } from '#contract/catalogue.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { showToast } from '#web/ui/toast.ts'
import { changeCartOnScreen, followServer, showAvailability } from './cart-data.ts'
import { holdUnit, lineOf, nameDeliveryMethod } from './hold-unit.ts'

interface Choice {
  package: Omit<Package, 'available'>
  deliveryMethod: DeliveryMethod
}

/**
 * Holds one unit and puts it in the cart. It has succeeded once the hold stands; naming the delivery method comes after
 * and may fail without a word (SPEC.md section 7), because the server's cart is read again in any case.
 */
export function useAddToCart() {
  return useMutation<CartLine, ApiError, Choice>({
    mutationFn: async ({ package: wanted, deliveryMethod }) => {
      const hold = await holdUnit(wanted.id)
      showAvailability(wanted, wanted.id, hold.available)
      const line = lineOf(wanted, deliveryMethod, hold)
      await changeCartOnScreen((lines) => [...lines, line])
      return line
    },
    onSuccess: (line) => {
      showToast({
        title: 'Added to Cart',
        description: `${line.tier.toUpperCase()} package with ${line.size} leads added to cart.`,
      })
      void nameDeliveryMethod(line).finally(followServer)
    },
    onError: (error) => {
      showToast({ title: 'Error', description: failureSentence(error), tone: 'danger' })
      void followServer()
    },
  })
}

/** SPEC.md section 8 has one text for a failed hold; where the buyer can do something else about it, we say that instead. */
export function failureSentence(error: ApiError): string {
  switch (error.code) {
    case 'cart_full':
    case 'too_many_holds':
    case 'rate_limited':
      return error.sentence
    case 'unreachable':
      return 'The connection was lost while adding. If the package was already held it shows in your cart; otherwise add it again.'
    default:
      return 'Failed to add item to cart. Package may no longer be available.'
  }
}
