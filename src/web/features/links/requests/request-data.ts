import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import type { getSalesStatistics, listPaymentRequests } from '#contract/links/payment-requests.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { addressOf, callPage, type Page } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { useCount } from '#web/lib/use-count.ts'
import { type RequestFilters, wordsOf } from './request-filters.ts'

const LIST_PATH = '/api/sales/payment-requests'
const COUNT_PATH = '/api/sales/payment-request-count'
const EXPORT_PATH = '/api/sales/requests.csv'
const STATISTICS_PATH = '/api/sales/statistics'
const REQUESTS_FRESH_MS = 5 * 60 * 1000
const REQUESTS_KEPT_MS = 10 * 60 * 1000
/** While someone may be paying, the list is reloaded this often. */
const WATCH_MS = 15_000

/** What changes with a request: its lists, its invoice, its customer's history, and the stock it holds. */
const TOUCHED_PATHS = [
  LIST_PATH,
  COUNT_PATH,
  STATISTICS_PATH,
  '/api/invoices/:token',
  '/api/sales/customers',
  '/api/sales/customers/:customerId',
  '/api/packages/:state/:county',
]

/**
 * A list of payment requests, page by page. While one on screen waits for payment, it is reloaded every 15 s, and
 * whenever the window gets the focus.
 */
export function usePaymentRequests(filters: RequestFilters) {
  return useInfiniteQuery<Page<PaymentRequest>, ApiError, PaymentRequest[], QueryKey, string | undefined>({
    queryKey: [LIST_PATH, filters],
    queryFn: ({ pageParam, signal }) => {
      const { sort, direction } = filters
      const words = { ...wordsOf(filters), sort, direction, cursor: pageParam }
      return callPage<typeof listPaymentRequests>('GET', LIST_PATH, { query: words, signal })
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: keepPreviousData,
    staleTime: REQUESTS_FRESH_MS,
    gcTime: REQUESTS_KEPT_MS,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ rows }) => rows.some(({ status }) => status === 'sent')) ? WATCH_MS : false,
    refetchOnWindowFocus: 'always',
  })
}

/** How many requests match, in words: `935`, or `10,000+` if not all were counted. */
export const useRequestCount = (filters: RequestFilters): string | undefined =>
  useCount(COUNT_PATH, { ...wordsOf(filters), sort: undefined, direction: undefined })

/** Where the matching requests are a file. */
export const exportAddress = (filters: RequestFilters): string =>
  addressOf(EXPORT_PATH, { query: { ...wordsOf(filters) } })

/** The caller's counts, including how many links expire soon. */
export function useSalesStatistics() {
  return useQuery({
    ...query<typeof getSalesStatistics>(STATISTICS_PATH, {}),
    staleTime: REQUESTS_FRESH_MS,
    refetchInterval: ({ state }) => (state.data && state.data.pending > 0 ? WATCH_MS : false),
    refetchOnWindowFocus: 'always',
  })
}

/** Reloads everything that a change of a request may have affected. */
export async function followRequests(): Promise<void> {
  await Promise.all(TOUCHED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}
