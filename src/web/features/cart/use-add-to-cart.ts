import { useMutation } from '@tanstack/react-query'
import type { addToCart, CartLine } from '#contract/cart.ts'
import { LEAD_TYPE_NAMES, type Package, sizeName } from '#contract/catalogue.ts'
import type { reservePackage } from '#contract/inventory.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { showToast } from '#web/ui/toast.ts'
import { changeCartOnScreen, followServer, showAvailability } from './cart-data.ts'

interface Choice {
  package: Package
  deliveryMethod: DeliveryMethod
}

/**
 * Holds one unit and puts it in the cart. It has succeeded once the hold stands; naming the delivery method comes after
 * and may fail without a word (SPEC.md section 7), because the server's cart is read again in any case.
 */
export function useAddToCart() {
  return useMutation<CartLine, ApiError, Choice>({
    mutationFn: async ({ package: wanted, deliveryMethod }) => {
      const hold = await callApi<typeof reservePackage>('PUT', '/api/packages/:packageId/reserve', {
        params: { packageId: wanted.id },
        body: { quantity: 1 },
      })
      showAvailability(wanted, wanted.id, hold.available)
      const line: CartLine = {
        ...wanted,
        holdId: hold.holdId,
        packageId: wanted.id,
        deliveryMethod,
        leadTypeName: LEAD_TYPE_NAMES[wanted.leadType],
        sizeName: sizeName(wanted.size),
        addedAt: new Date(serverNow()).toISOString(),
        expiresAt: hold.expiresAt,
      }
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

async function nameDeliveryMethod(line: CartLine): Promise<void> {
  const body = { packageId: line.packageId, deliveryMethod: line.deliveryMethod, holdId: line.holdId }
  await callApi<typeof addToCart>('POST', '/api/cart', { body }).catch(() => undefined)
}

/** SPEC.md section 8 has one text for a failed hold; where the buyer can do something else about it, we say that instead. */
function failureSentence(error: ApiError): string {
  switch (error.code) {
    case 'cart_full':
    case 'too_many_holds':
    case 'rate_limited':
    case 'unreachable':
      return error.sentence
    default:
      return 'Failed to add item to cart. Package may no longer be available.'
  }
}
