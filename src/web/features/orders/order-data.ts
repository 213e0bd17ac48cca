import { queryOptions } from '@tanstack/react-query'
import { getOrder, type Order, recordOrder } from '#contract/orders/orders.ts'
import type { OrderToken, PaymentId } from '#contract/values.ts'
import { ApiError, callApi, query, queryClient } from '#web/lib/call-api.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The payment on the success page: only the payer's browser has it, so a reload cannot ask for it. */
    paymentId?: PaymentId | null
  }
}

const PENDING_ASKS_MAX = 20
const PENDING_ASK_MS = 3000

/** The order behind a status link. */
export const orderQuery = (token: string) => query(getOrder, { token: token as OrderToken })

/** Stores a confirmed order, so the next page shows it without another call. */
export function keepOrder(order: Order): void {
  queryClient.setQueryData(orderQuery(order.token).queryKey, order)
}

/** Polls while the payment is on its way. `onPending` is called once: its lines have left the cart then. */
export const orderOfPaymentQuery = (paymentId: string, onPending: () => void) =>
  queryOptions({
    queryKey: ['order of payment', paymentId],
    queryFn: async (): Promise<Order> => {
      const body = { paymentId: paymentId as PaymentId }
      for (let asked = 1; ; asked += 1) {
        try {
          const order = await callApi(recordOrder, { body })
          keepOrder(order)
          return order
        } catch (error) {
          const isPending = error instanceof ApiError && error.code === 'payment_pending'
          if (isPending && asked === 1) onPending()
          if (!isPending || asked >= PENDING_ASKS_MAX) throw error
          await new Promise((resolve) => setTimeout(resolve, PENDING_ASK_MS))
        }
      }
    },
  })

/** Whether the server has the money for this order. */
export const isConfirmed = (order: Order): boolean =>
  order.status === 'completed' || order.status === 'processed' || order.status === 'refunded'
