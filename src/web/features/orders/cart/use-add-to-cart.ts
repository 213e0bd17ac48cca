import { useMutation } from '@tanstack/react-query'
import type { Package } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { showToast } from '#web/ui/toast.ts'
import { changeCartOnScreen, followServer, showAvailability } from './cart-data.ts'
import { holdUnit, lineOf, nameDeliveryMethod } from './hold-unit.ts'

/** A fixed text; the sales dashboard has a shorter one. */
const USUAL_FAILURE = 'Failed to add item to cart. Package may no longer be available.'

interface Choice {
  package: Omit<Package, 'available'>
  deliveryMethod: DeliveryMethod
}

/**
 * Holds one unit and adds it to the cart. It has succeeded once the hold exists. Setting the delivery method comes
 * later and may fail silently, because the server's cart is reloaded in any case.
 *
 * @param failure shown if the hold failed and the buyer can do nothing else about it
 * @param options.isQuiet no toast for a success, because the screen shows it
 */
export function useAddToCart(failure = USUAL_FAILURE, { isQuiet = false } = {}) {
  return useMutation<CartLine, ApiError, Choice>({
    mutationFn: async ({ package: wanted, deliveryMethod }) => {
      const hold = await holdUnit(wanted.id, deliveryMethod)
      if (hold.available !== undefined) showAvailability(wanted, wanted.id, hold.available)
      const line = lineOf(wanted, deliveryMethod, hold)
      await changeCartOnScreen((lines) => [...lines.filter((one) => one.holdId !== line.holdId), line])
      return line
    },
    onSuccess: (line) => {
      if (isQuiet) void nameDeliveryMethod(line).finally(followServer)
      else welcomeLine(line)
    },
    onError: (error) => {
      showToast({ title: 'Error', description: failureSentence(error, failure), tone: 'danger' })
      void followServer()
    },
  })
}

/** Says that a line is in the cart and sets how it is delivered. */
export function welcomeLine(line: CartLine): void {
  showToast({
    title: 'Added to Cart',
    description: `${line.tier.toUpperCase()} package with ${line.size} leads added to cart.`,
  })
  void nameDeliveryMethod(line).finally(followServer)
}

/** A failed hold has one fixed text; if the buyer can do something about it, we say that instead. */
export function failureSentence(error: ApiError, usual = USUAL_FAILURE): string {
  switch (error.code) {
    case 'cart_full':
    case 'leads_in_cart':
    case 'too_many_holds':
    case 'rate_limited':
    case 'unreachable':
      return error.sentence
    default:
      return usual
  }
}
