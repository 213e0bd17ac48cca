import type { ContactInfo } from '#contract/checkout/checkout.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { type Order, recordOrder } from '#contract/orders/orders.ts'
import type { PaymentId } from '#contract/values.ts'
import { ApiError, callApi } from '#web/lib/call-api.ts'
import { orderLines } from '#web/lib/stated-order.ts'

/** A recorded order has a fixed user id (docs/product.md#promised-to-the-outside). */
const RECORDED_USER_ID = 1
/** Waits between the quiet retries: half a minute in total. The provider's webhook settles the order in any case. */
const RETRY_WAITS_MS = [500, 1000, 2000, 4000, 8000, 15_000] as const

export interface PaidPurchase {
  lines: readonly CartLine[]
  total: number
  contact: ContactInfo
  /** Null if the total was 0 and nothing was paid. */
  paymentId: PaymentId | null
}

/** Asks the server to settle a payment. Safe to repeat: the reply has the same order. */
export const recordPaidOrder = ({ lines, total, contact, paymentId }: PaidPurchase): Promise<Order> =>
  callApi(recordOrder, {
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

export type Settle<Settled> = () => Promise<Settled>

/** Retries until an answer or a final refusal; `onTrouble`: first long wait. @throws ApiError the last failure */
export async function settlePatiently<Settled>(
  settle: Settle<Settled>,
  isFinal: (error: unknown) => boolean,
  onTrouble: () => void,
): Promise<Settled> {
  let isTold = false
  for (const waitMs of RETRY_WAITS_MS) {
    try {
      return await settle()
    } catch (error) {
      if (isFinal(error)) throw error
      const isPending = error instanceof ApiError && error.code === 'payment_pending'
      if (!isPending && !isTold) {
        isTold = true
        onTrouble()
      }
      await (navigator.onLine ? wait(waitMs) : connectionBack())
    }
  }
  return settle()
}

export type LostPayment<Settled> =
  | { kind: 'paid'; settled: Settled }
  | { kind: 'failed'; sentence: string }
  | { kind: 'unknown' }

const LOST_ASKS_MAX = 3
const LOST_ASK_MS = 1000

/** Asks the store, which asks the provider. The lost payment may still be on its way there, so it asks a few times. */
export async function askAboutPayment<Settled>(settle: Settle<Settled>): Promise<LostPayment<Settled>> {
  for (let asked = 1; ; asked += 1) {
    try {
      return { kind: 'paid', settled: await settle() }
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      if (error instanceof ApiError && code === 'payment_failed') return { kind: 'failed', sentence: error.sentence }
      if (code !== 'payment_pending' || asked >= LOST_ASKS_MAX) return { kind: 'unknown' }
      await wait(LOST_ASK_MS)
    }
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const connectionBack = () => new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
