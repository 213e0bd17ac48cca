import { useMutation } from '@tanstack/react-query'
import type { Cart, renewCart } from '#contract/orders/cart.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { queryClient } from '#web/lib/query.ts'
import { recordServerTime } from '#web/lib/server-clock.ts'
import { showToast } from '#web/ui/toast.ts'
import { cartQuery, followServer } from './cart-data.ts'
import { isAtHoldLimit } from './hold-time.ts'
import { withoutRemoved } from './unreleased.ts'

/** Renews the hold time of all lines. The server grants it up to two hours after each was placed. */
export function useRenewCart() {
  return useMutation<Cart, ApiError, void>({
    mutationFn: async () =>
      withoutRemoved(await callApi<typeof renewCart>('POST', '/api/cart/renew', {}), followServer),
    onSuccess: async (cart) => {
      recordServerTime(cart.now)
      await queryClient.cancelQueries({ queryKey: cartQuery.queryKey })
      queryClient.setQueryData(cartQuery.queryKey, cart)
      showToast(
        cart.lines.some((line) => !isAtHoldLimit(line))
          ? { title: 'Time extended' }
          : {
              title: 'Time not extended',
              description: 'We reserve a package for two hours at most. Please check out in time.',
            },
      )
    },
    onError: (error) => {
      showToast({ title: 'Time not extended', description: error.sentence, tone: 'danger' })
      void followServer()
    },
  })
}
