import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listPackages } from '#contract/catalogue/catalogue.ts'
import { getCustomer, listCustomers } from '#contract/links/customers.ts'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { getInvoice, getSalesStatistics, listPaymentRequests } from '#contract/links/payment-requests.ts'
import { countPaymentRequests, exportPaymentRequests } from '#contract/links/request-export.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { addressOf, callPage, type Page } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { useCount } from '#web/lib/use-count.ts'
import { type RequestFilters, wordsOf } from './request-filters.ts'

const REQUESTS_FRESH_MS = 5 * 60 * 1000
const WATCH_MS = 15_000

/** What changes with a request: its lists, its invoice, its customer's history, and the stock it holds. */
const TOUCHED_PATHS = [
  listPaymentRequests.path,
  countPaymentRequests.path,
  getSalesStatistics.path,
  getInvoice.path,
  listCustomers.path,
  getCustomer.path,
  listPackages.path,
]

/** Payment requests, page by page; reloaded on focus, and every 15 s while one on screen waits for payment. */
export function usePaymentRequests(filters: RequestFilters) {
  return useInfiniteQuery<Page<PaymentRequest>, ApiError, PaymentRequest[], QueryKey, string | undefined>({
    queryKey: [listPaymentRequests.path, filters],
    queryFn: ({ pageParam, signal }) => {
      const { sort, direction } = filters
      const words = { ...wordsOf(filters), sort, direction, cursor: pageParam }
      return callPage(listPaymentRequests, { query: words, signal })
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: keepPreviousData,
    staleTime: REQUESTS_FRESH_MS,
    gcTime: 10 * 60 * 1000,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ rows }) => rows.some(({ status }) => status === 'sent')) ? WATCH_MS : false,
    refetchOnWindowFocus: 'always',
  })
}

/** How many requests match, in words: `935`, or `10,000+` if not all were counted. */
export const useRequestCount = (filters: RequestFilters): string | undefined =>
  useCount(countPaymentRequests.path, { ...wordsOf(filters), sort: undefined, direction: undefined })

/** Where the matching requests are a file. */
export const exportAddress = (filters: RequestFilters): string =>
  addressOf(exportPaymentRequests.path, { query: { ...wordsOf(filters) } })

/** The caller's counts, including how many links expire soon. */
export function useSalesStatistics() {
  return useQuery({
    ...query(getSalesStatistics),
    staleTime: REQUESTS_FRESH_MS,
    refetchInterval: ({ state }) => (state.data && state.data.pending > 0 ? WATCH_MS : false),
    refetchOnWindowFocus: 'always',
  })
}

/** Reloads everything that a change of a request may have affected. */
export async function followRequests(): Promise<void> {
  await Promise.all(TOUCHED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}
