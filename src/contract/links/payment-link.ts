/** What the customer of a payment link calls, without login (docs/product.md#the-links-page). */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PaymentId, PaymentRequestToken } from '#contract/values.ts'
import { PaymentRequestStatus, PublicPaymentRequest } from './payment-request-values.ts'

const TokenParams = z.object({ token: PaymentRequestToken })

export const getPaymentRequest = defineEndpoint('anyone', 'GET', '/api/payment-request/:token', {
  summary: 'The request behind a link. Unknown and guessed tokens get the same 404; looking changes nothing.',
  params: TokenParams,
  reply: PublicPaymentRequest,
  refusals: ['payment_request_not_found'],
})

export const openPaymentRequest = defineEndpoint('anyone', 'POST', '/api/payment-request/:token/opened', {
  summary:
    'Says that a person does something on the page, or has had it in view for 3 seconds. A logged-in member is not counted.',
  params: TokenParams,
  reply: z.object({ status: PaymentRequestStatus }),
  refusals: ['payment_request_not_found'],
})

export const chooseCashApp = defineEndpoint('anyone', 'POST', '/api/payment-request/:token/cash-app', {
  summary: 'Records once that the customer pays with Cash App; the rep and administrators are told.',
  params: TokenParams,
  reply: z.object({ status: PaymentRequestStatus }),
  refusals: ['payment_request_not_found', 'cash_app_unavailable'],
})

export const askForNewLink = defineEndpoint('anyone', 'POST', '/api/payment-request/:token/new-link', {
  summary: 'Asks the rep of an ended link for a new one, by one email; asking again changes nothing.',
  params: TokenParams,
  reply: z.object({ isAsked: z.boolean() }),
  refusals: ['payment_request_not_found'],
})

export const payPaymentRequest = defineEndpoint('anyone', 'POST', '/api/payment-request/:token/pay', {
  summary: 'Settles the request after its payment succeeded; the provider is asked, nothing in the body is believed.',
  params: TokenParams,
  body: z.object({ paymentId: PaymentId }),
  reply: PublicPaymentRequest,
  refusals: [
    'payment_request_not_found',
    'payment_request_expired',
    'payment_unknown',
    'payment_mismatch',
    'payment_pending',
    'payment_failed',
    'payments_unavailable',
    'provider_unavailable',
  ],
})
