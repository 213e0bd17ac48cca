import { useMutation } from '@tanstack/react-query'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import type {
  mailPaymentRequest,
  resendPaymentRequest,
  setReminder,
  voidPaymentRequest,
} from '#contract/links/payment-requests.ts'
import type { PaymentRequestId } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { showToast } from '#web/ui/toast.ts'
import { followRequests } from './request-data.ts'

interface Resend {
  request: PaymentRequest
  /** Dollars as text that the rep agreed to after prices changed. */
  total?: string | undefined
}

const paramsOf = ({ id }: { id: PaymentRequestId }) => ({ paymentRequestId: id })

/** Creates a new link with 24 hours for a request and emails it. */
export function useResend() {
  return useMutation<PaymentRequest, ApiError, Resend>({
    mutationFn: ({ request, total }) =>
      callApi<typeof resendPaymentRequest>('POST', '/api/sales/payment-requests/:paymentRequestId/resend', {
        params: paramsOf(request),
        body: total === undefined ? {} : { total },
      }),
    onSuccess: (request) =>
      showToast({ title: 'Payment Request Sent', description: `A new link goes to ${request.customerEmail}.` }),
    onError: (error) => {
      if (error.code !== 'amount_changed')
        showToast({ title: 'Error', description: 'Failed to send payment request.', tone: 'danger' })
    },
    onSettled: followRequests,
  })
}

/** Voids a request; the units it held go back on sale. */
export function useVoid() {
  return useMutation<PaymentRequest, ApiError, PaymentRequest>({
    mutationFn: (request) =>
      callApi<typeof voidPaymentRequest>('POST', '/api/sales/payment-requests/:paymentRequestId/void', {
        params: paramsOf(request),
      }),
    onSuccess: (request) =>
      showToast({
        title: 'Payment request withdrawn',
        description: `The packages of ${request.reference} are on sale again.`,
      }),
    onSettled: followRequests,
  })
}

/** Emails a live link again. */
export function useMailAgain() {
  return useMutation<PaymentRequest, ApiError, PaymentRequest>({
    mutationFn: (request) =>
      callApi<typeof mailPaymentRequest>('POST', '/api/sales/payment-requests/:paymentRequestId/mail', {
        params: paramsOf(request),
      }),
    onSuccess: (request) =>
      showToast({ title: 'Email on its way', description: `The link goes to ${request.customerEmail} again.` }),
    onError: (error) => showToast({ title: 'Error', description: error.sentence, tone: 'danger' }),
    onSettled: followRequests,
  })
}

/** Turns the reminder before a link expires on or off. */
export function useSetReminder() {
  return useMutation<PaymentRequest, ApiError, { request: PaymentRequest; isReminderOn: boolean }>({
    mutationFn: ({ request, isReminderOn }) =>
      callApi<typeof setReminder>('PATCH', '/api/sales/payment-requests/:paymentRequestId/reminder', {
        params: paramsOf(request),
        body: { isReminderOn },
      }),
    onSuccess: ({ customerEmail }, { isReminderOn }) =>
      showToast(
        isReminderOn
          ? { title: 'Reminder on', description: `${customerEmail} gets a reminder before the link expires.` }
          : { title: 'Reminder off', description: 'We will not send a reminder for this link.' },
      ),
    onError: (error) => showToast({ title: 'Error', description: error.sentence, tone: 'danger' }),
    onSettled: followRequests,
  })
}
