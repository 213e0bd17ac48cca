import { useMutation } from '@tanstack/react-query'
import type { ContactInfo } from '#contract/checkout/checkout.ts'
import type { PendingOrder } from '#contract/orders/cart.ts'
import type { leaveCashAppOrder, startCashAppOrder } from '#contract/payments/cash-app.ts'
import { callApi } from '#web/lib/call-api.ts'
import { orderLines } from '#web/lib/stated-order.ts'
import { cancelPaymentIntent, changedTotalOf, type Purchase, resumePaymentIntent } from './use-payment-intent.ts'

interface CashAppOrderInput {
  purchase: Purchase
  /** The waiting order, according to the cart on screen. */
  pending: PendingOrder | null
  reloadCart: () => Promise<unknown>
}

const PATH = '/api/cash-app-orders'

/**
 * The order that waits for Cash App: choosing it, adding what came into the cart since, and going back. The cart and
 * the waiting order are reloaded after each, so the screen never differs from the server.
 */
export function useCashAppOrder({ purchase, pending, reloadCart }: CashAppOrderInput) {
  // Lines in the cart and lines of the order are stated together; only the cart's are known here line by line.
  const expected = (Math.round(purchase.total * 100) + Math.round((pending?.amount ?? 0) * 100)) / 100

  const start = useMutation({
    onMutate: cancelPaymentIntent,
    mutationFn: ({ amount, contact }: { amount: number; contact: ContactInfo | null }) =>
      callApi<typeof startCashAppOrder>('POST', PATH, {
        body: {
          amount,
          ...(contact ? { contactInfo: contact } : {}),
          ...(pending ? {} : { cartItems: orderLines(purchase.lines) }),
        },
      }),
    onError: () => void resumePaymentIntent(),
    onSettled: reloadCart,
  })
  const leave = useMutation({
    mutationFn: () => callApi<typeof leaveCashAppOrder>('DELETE', PATH, {}),
    onSettled: reloadCart,
  })
  return { expected, start, leave, changedTotal: changedTotalOf(start.error) }
}
