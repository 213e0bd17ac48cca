import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ContactInfo, createPaymentIntent } from '#contract/checkout/checkout.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { type ApiError, callApi, queryClient } from '#web/lib/call-api.ts'
import { orderLines } from '#web/lib/stated-order.ts'

export type PaymentIntent = ReplyOutputOf<typeof createPaymentIntent>

/** Store credit that pays part of a purchase: the owner's address, and dollars. */
export type UsedCredit = { email: string; amount: number }

export interface Purchase {
  lines: readonly CartLine[]
  total: number
  credit?: UsedCredit | undefined
  /** Named by the cart dialog, and left out by the checkout page. */
  paymentType?: 'order' | undefined
}

/** What is left to pay after store credit, in dollars. */
export const toPay = ({ total, credit }: Pick<Purchase, 'total' | 'credit'>): number =>
  (Math.round(total * 100) - Math.round((credit?.amount ?? 0) * 100)) / 100

/** Creates or updates the order of this cart; with a contact once there is one. */
export function openPayment(
  { lines, total, credit, paymentType }: Purchase,
  contact?: ContactInfo | null,
  signal?: AbortSignal,
): Promise<PaymentIntent> {
  return callApi(createPaymentIntent, {
    ...(signal ? { signal } : {}),
    body: {
      amount: total,
      cartItems: orderLines(lines),
      ...(contact ? { contactInfo: contact } : {}),
      ...(credit ? { credit } : {}),
      ...(paymentType ? { paymentType } : {}),
    },
  })
}

/** Tells two carts apart: different lines, or different prices or discounts of the same lines. */
export const purchaseKey = (lines: readonly CartLine[]): string =>
  lines.map((line) => `${line.holdId}=${line.price}-${line.discount}`).join()

const QUERY_NAME = 'payment intent'

/**
 * Loaded whenever the total, the lines or the credit change; not cached beyond the page, because payments end. Null for
 * an empty cart: its content was ordered another way, such as through Cash App, and a payment that ended that way must
 * not stand in for the next one, or the card typed into its form would be lost.
 */
const paymentIntentQuery = (purchase: Purchase, contact?: ContactInfo | null) =>
  queryOptions({
    queryKey: [QUERY_NAME, purchase.total, purchaseKey(purchase.lines), purchase.credit ?? null],
    queryFn: ({ signal }) => (purchase.lines.length === 0 ? null : openPayment(purchase, contact, signal)),
    gcTime: 0,
  })

/** `contact`: sent along if it is known before the payment (the dialog); the checkout page sends it on Pay. */
type PaymentIntentInput = { purchase: Purchase; contact: ContactInfo | null; isEnabled: boolean }

/** While the intent of a changed purchase loads, the previous one is used, so the card form keeps its input. */
export const usePaymentIntent = ({ purchase, contact, isEnabled }: PaymentIntentInput) =>
  useQuery({ ...paymentIntentQuery(purchase, contact), enabled: isEnabled, placeholderData: keepPreviousData })

/** Stops setting up a card payment whose cart is about to be ordered another way; the store would refuse it. */
export const cancelPaymentIntent = (): Promise<void> => queryClient.cancelQueries({ queryKey: [QUERY_NAME] })

/** Sets up a canceled card payment after all. */
export const resumePaymentIntent = (): Promise<void> =>
  queryClient.refetchQueries({
    queryKey: [QUERY_NAME],
    type: 'active',
    predicate: ({ state }) => state.data === undefined,
  })

/** Replaces the intent on screen with a newer one of the same purchase. */
export function showPaymentIntent(purchase: Purchase, intent: PaymentIntent): void {
  queryClient.setQueryData(paymentIntentQuery(purchase).queryKey, intent)
}

/** The total that the server wants agreed to, if an error says that it changed; dollars. */
export function changedTotalOf(error: ApiError | null | undefined): number | null {
  if (error?.code !== 'amount_changed') return null
  const total = Number(error.details.total)
  return Number.isFinite(total) ? total : null
}
