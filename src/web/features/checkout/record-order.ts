import type { CartLine } from '#contract/cart.ts'
import type { ContactInfo } from '#contract/checkout.ts'
import type { Order, recordOrder } from '#contract/orders.ts'
import type { PaymentId } from '#contract/values.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { orderLines } from './order-claim.ts'

/** SPEC.md section 9: a recorded order carries a fixed user id. */
const RECORDED_USER_ID = 1
/** Waits between the quiet retries: half a minute in all. The provider's webhook settles the order in any case. */
const RETRY_WAITS_MS = [500, 1000, 2000, 4000, 8000, 15_000] as const

export interface PaidPurchase {
  lines: readonly CartLine[]
  total: number
  contact: ContactInfo
  /** Null when the total was 0 and nothing was paid. */
  paymentId: PaymentId | null
}

/** Asks the server to settle what was just paid. Safe to repeat: it answers with the same order. */
export function recordPaidOrder({ lines, total, contact, paymentId }: PaidPurchase): Promise<Order> {
  return callApi<typeof recordOrder>('POST', '/api/orders', {
    body: {
      userId: RECORDED_USER_ID,
      total: total.toFixed(2),
      status: 'completed',
      paymentMethod: paymentId === null ? 'free' : 'stripe',
      contactInfo: contact,
      cartItems: orderLines(lines),
      specialOffers: '',
      ...(paymentId === null ? {} : { paymentId }),
    },
  })
}

/**
 * Keeps asking while the answer may still become a yes.
 *
 * @param onTrouble called once, with the first failure that is more than a short delay
 * @throws ApiError the last failure
 */
export async function recordPaidOrderPatiently(purchase: PaidPurchase, onTrouble: () => void): Promise<Order> {
  let isTold = false
  for (const waitMs of RETRY_WAITS_MS) {
    try {
      return await recordPaidOrder(purchase)
    } catch (error) {
      const isPending = error instanceof ApiError && error.code === 'payment_pending'
      if (!isPending && !isTold) {
        isTold = true
        onTrouble()
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  return recordPaidOrder(purchase)
}
