import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CartLine } from '#contract/cart.ts'
import type { ContactInfo, createPaymentIntent } from '#contract/checkout.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { queryClient } from '#web/lib/query.ts'
import { orderLines } from './order-claim.ts'

export type PaymentIntent = ReplyOutputOf<typeof createPaymentIntent>

/** A cart as the buyer sees it. */
export interface Purchase {
  lines: readonly CartLine[]
  /** Dollars the buyer sees and agrees to. */
  total: number
}

/** Makes or updates the order of this cart; with a contact once there is one. */
export function openPayment({ lines, total }: Purchase, contact?: ContactInfo): Promise<PaymentIntent> {
  return callApi<typeof createPaymentIntent>('POST', '/api/create-payment-intent', {
    body: { amount: total, cartItems: orderLines(lines), ...(contact ? { contactInfo: contact } : {}) },
  })
}

/** Tells two carts apart: other lines, or other prices of the same lines. */
export function purchaseKey(lines: readonly CartLine[]): string {
  return lines.map((line) => `${line.holdId}=${line.price}`).join()
}

/** Asked whenever the total or the lines change (SPEC.md section 4); never kept past the page, because payments end. */
const paymentIntentQuery = (purchase: Purchase) =>
  queryOptions({
    queryKey: ['payment intent', purchase.total, purchaseKey(purchase.lines)],
    queryFn: () => openPayment(purchase),
    gcTime: 0,
  })

export function usePaymentIntent(purchase: Purchase, isEnabled: boolean) {
  return useQuery({ ...paymentIntentQuery(purchase), enabled: isEnabled && purchase.lines.length > 0 })
}

/** Puts a newer intent of the same purchase in the place of the one on screen. */
export function showPaymentIntent(purchase: Purchase, intent: PaymentIntent): void {
  queryClient.setQueryData(paymentIntentQuery(purchase).queryKey, intent)
}

/** The total the server wants agreed to, when an error says that it changed; dollars. */
export function changedTotalOf(error: ApiError | null | undefined): number | null {
  if (error?.code !== 'amount_changed') return null
  const total = Number(error.details.total)
  return Number.isFinite(total) ? total : null
}
