import { useQuery } from '@tanstack/react-query'
import { getInvoice } from '#contract/links/payment-requests.ts'
import type { PaymentRequestToken } from '#contract/values.ts'
import { callApi, fillPath } from '#web/lib/call-api.ts'
import { query } from '#web/lib/query.ts'
import { recordServerTime } from '#web/lib/server-clock.ts'

/** One request with its history, polled while it waits for payment. */
export function useInvoice(token: string) {
  const params = { token: token as PaymentRequestToken }
  return useQuery({
    ...query(getInvoice, params),
    queryFn: async ({ signal }) => {
      const invoice = await callApi(getInvoice, { params, signal })
      recordServerTime(invoice.now)
      return invoice
    },
    staleTime: 5 * 60 * 1000,
    gcTime: 10 * 60 * 1000,
    refetchInterval: ({ state }) => (state.data?.status === 'sent' ? 15_000 : false),
    refetchOnWindowFocus: 'always',
  })
}

/** The URLs of a request's PDFs. */
export const invoiceFile = (token: string, name: 'invoice.pdf' | 'receipt.pdf'): string =>
  `${fillPath(getInvoice.path, { token })}/${name}`
