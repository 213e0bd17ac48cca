import { queryOptions } from '@tanstack/react-query'
import { getPaymentRequest } from '#contract/links/payment-link.ts'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import type { PaymentRequestToken } from '#contract/values.ts'
import { callApi, queryClient, takeArrival } from '#web/lib/call-api.ts'
import { recordServerTime } from '#web/lib/server-clock.ts'

/** Asks the server where a link leads; nothing stored in a browser is trusted about money. */
export async function fetchPaymentRequest(token: string, signal?: AbortSignal): Promise<PublicPaymentRequest> {
  const request = await callApi(getPaymentRequest, {
    params: { token: token as PaymentRequestToken },
    ...(signal ? { signal } : {}),
  })
  recordServerTime(request.now, takeArrival())
  return request
}

/** Not cached beyond the page: it names a customer, and it changes elsewhere. */
export const paymentRequestQuery = (token: string) =>
  queryOptions({
    queryKey: ['payment request', token],
    queryFn: ({ signal }) => fetchPaymentRequest(token, signal),
    staleTime: 0,
    gcTime: 0,
  })

/** Shows the server's latest reply without another call. */
export function showPaymentRequest(request: PublicPaymentRequest): void {
  recordServerTime(request.now)
  queryClient.setQueryData(paymentRequestQuery(request.token).queryKey, request)
}
