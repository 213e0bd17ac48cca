import { useMutation, useQuery } from '@tanstack/react-query'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import type { getInvoice, markPaymentRequestPaid } from '#contract/links/payment-requests.ts'
import type { PaymentRequestToken } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi, fillPath } from '#web/lib/call-api.ts'
import { query } from '#web/lib/query.ts'
import { recordServerTime } from '#web/lib/server-clock.ts'
import { showToast } from '#web/ui/toast.ts'

const INVOICE_FRESH_MS = 5 * 60 * 1000
const INVOICE_KEPT_MS = 10 * 60 * 1000
/** While the customer may be paying, it is reloaded this often. */
const WATCH_MS = 15_000

const PATH = '/api/invoices/:token'

/** One request with its history, polled while it waits for payment. */
export function useInvoice(token: string) {
  const params = { token: token as PaymentRequestToken }
  return useQuery({
    ...query<typeof getInvoice>(PATH, params),
    queryFn: async ({ signal }) => {
      const invoice = await callApi<typeof getInvoice>('GET', PATH, { params, signal })
      recordServerTime(invoice.now)
      return invoice
    },
    staleTime: INVOICE_FRESH_MS,
    gcTime: INVOICE_KEPT_MS,
    refetchInterval: ({ state }) => (state.data?.status === 'sent' ? WATCH_MS : false),
    refetchOnWindowFocus: 'always',
  })
}

/** The URLs of a request's PDFs. */
export function invoiceFile(token: string, name: 'invoice.pdf' | 'receipt.pdf'): string {
  return `${fillPath(PATH, { token })}/${name}`
}

/** Records that a request's money came another way. */
export function useMarkPaid(onSettled: () => Promise<unknown>) {
  return useMutation<PaymentRequest, ApiError, { token: PaymentRequestToken; reference: string }>({
    mutationFn: ({ token, reference }) =>
      callApi<typeof markPaymentRequestPaid>('POST', '/api/admin/payment-request/:token/mark-paid', {
        params: { token },
        body: { reference: reference.trim() || null },
      }),
    onSuccess: () => showToast({ title: 'Invoice marked as paid successfully' }),
    onError: (error) =>
      showToast({ title: 'Failed to mark invoice as paid', description: error.sentence, tone: 'danger' }),
    onSettled,
  })
}
