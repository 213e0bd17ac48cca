import { queryOptions } from '@tanstack/react-query'
import { type ContactInfo, createPaymentIntent } from '#contract/checkout/checkout.ts'
import { chooseCashApp, payPaymentRequest } from '#contract/links/payment-link.ts'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import type { OrderLine } from '#contract/orders/orders.ts'
import type { PaymentId, PaymentRequestToken } from '#contract/values.ts'
import { ApiError, callApi } from '#web/lib/call-api.ts'
import { orderLines } from '#web/lib/stated-order.ts'
import { settlePatiently } from './record-order.ts'
import type { PaymentIntent } from './use-payment-intent.ts'

/** What the payer sees; the server compares it with what was sent, and uses its own. */
export interface RequestBill {
  token: PaymentRequestToken
  reference: string
  total: number
  lines: readonly OrderLine[]
  contact: ContactInfo
  rep: { name: string; phone: string }
}

/** Creates or finds the one payment of a request. */
export const openRequestPayment = ({ token, total, lines, contact }: RequestBill): Promise<PaymentIntent> =>
  callApi(createPaymentIntent, {
    body: { amount: total, contactInfo: contact, cartItems: orderLines(lines), paymentType: 'payment-request', token },
  })

/** Not cached beyond the page, because payments end. */
export const requestIntentQuery = (bill: RequestBill) =>
  queryOptions({
    queryKey: ['payment intent of request', bill.token, bill.total],
    queryFn: () => openRequestPayment(bill),
    staleTime: 0,
    gcTime: 0,
  })

/** Asks the server to settle a request after its payment; the reply has the paid request, however often it is called. */
export const settleRequest = (token: PaymentRequestToken, paymentId: PaymentId): Promise<PublicPaymentRequest> =>
  callApi(payPaymentRequest, { params: { token }, body: { paymentId } })

/** Tells the store that the customer of a link pays with Cash App. Repeating it changes nothing. */
export async function recordCashAppChosen(token: PaymentRequestToken): Promise<void> {
  await callApi(chooseCashApp, { params: { token } })
}

/** Refusals of a payment that a retry cannot change. */
const FINAL_CODES = [
  'payment_request_not_found',
  'payment_request_expired',
  'payment_request_paid',
  'payment_unknown',
  'payment_mismatch',
  'payment_failed',
]

/** Whether the server has refused a payment for good. */
export const isFinalRefusal = (error: unknown): boolean => error instanceof ApiError && FINAL_CODES.includes(error.code)
/** A payment with which the bank's own page sent the payer back; polls while it is on its way. */
export const returnedPaymentQuery = (token: PaymentRequestToken, paymentId: PaymentId) =>
  queryOptions({
    queryKey: ['returned payment of request', token, paymentId],
    queryFn: () =>
      settlePatiently(
        () => settleRequest(token, paymentId),
        isFinalRefusal,
        () => undefined,
      ),
    staleTime: 0,
    gcTime: 0,
  })
