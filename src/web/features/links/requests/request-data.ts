import { useQuery } from '@tanstack/react-query'
import { getAttention } from '#contract/admin/attention.ts'
import { listPackages } from '#contract/catalogue/catalogue.ts'
import { getCustomer, listAllCustomers, listCustomers } from '#contract/links/customers.ts'
import type { PaymentRequestStatus } from '#contract/links/payment-request-values.ts'
import * as contract from '#contract/links/payment-requests.ts'
import { countPaymentRequests, exportPaymentRequests } from '#contract/links/request-export.ts'
import { addressOf, query } from '#web/lib/call-api.ts'
import { REQUEST_STATUSES } from '#web/lib/order-statuses.ts'
import { reload } from '#web/lib/use-change.ts'
import { useCount, usePages } from '#web/lib/use-pages.ts'
import type { TeamSearch } from '#web/paths.ts'

export interface RequestFilters {
  search: string
  status: PaymentRequestStatus | null
  member: string
  sort: contract.RequestSort
  direction: 'asc' | 'desc'
  /** Links that need someone now, whatever their status and order. */
  queue: 'expiring' | 'cash-app' | null
}

export const STATUSES = Object.keys(REQUEST_STATUSES) as PaymentRequestStatus[]

/** Newest first. Names and statuses begin at the start of the alphabet and of a request's life. */
const FIRST_DIRECTIONS = { date: 'desc', total: 'desc', customer: 'asc', status: 'asc', paid: 'desc' } as const
/** A list of sales begins with the last payment, any other with the last link. The former sorts nothing else. */
const usualSort = (status: string | null | undefined) => (status === 'paid' ? 'paid' : 'date')

/** Reads filters from a URL; unknown values are ignored. */
export function filtersOf(words: TeamSearch): RequestFilters {
  const sort = contract.REQUEST_SORTS.find((one) => one !== 'paid' && one === words.sort) ?? usualSort(words.status)
  return {
    search: (words.search ?? '').slice(0, 100),
    status: STATUSES.find((one) => one === words.status) ?? null,
    member: words.member ?? '',
    sort,
    direction: words.direction === 'asc' || words.direction === 'desc' ? words.direction : FIRST_DIRECTIONS[sort],
    queue: words.expiring === 'soon' ? 'expiring' : words.cashApp === 'chosen' ? 'cash-app' : null,
  }
}

/** Writes filters for a URL, so they can be shared and survive a reload. */
export function wordsOf(filters: RequestFilters): TeamSearch {
  const { search, status, member, sort, direction, queue } = filters
  return {
    search: search || undefined,
    status: status ?? undefined,
    member: member || undefined,
    sort: sort === 'paid' || sort === usualSort(status) ? undefined : sort,
    direction: direction === FIRST_DIRECTIONS[sort] ? undefined : direction,
    expiring: queue === 'expiring' ? 'soon' : undefined,
    cashApp: queue === 'cash-app' ? 'chosen' : undefined,
  }
}

/** Selecting an order again reverses it; another one starts in its own direction. */
export function sortedBy(filters: RequestFilters, sort: contract.RequestSort): RequestFilters {
  const turned = filters.direction === 'asc' ? 'desc' : 'asc'
  return { ...filters, sort, direction: filters.sort === sort ? turned : FIRST_DIRECTIONS[sort] }
}

export const isFiltered = ({ search, status, member, queue }: RequestFilters): boolean =>
  search.trim() !== '' || status !== null || member !== '' || queue !== null

const REQUESTS_FRESH_MS = 5 * 60 * 1000
const WATCH_MS = 15_000

/** What changes with a request: its lists, its invoice, its customer's history, and the stock it holds. */
const TOUCHED_PATHS = [
  contract.listPaymentRequests.path,
  countPaymentRequests.path,
  contract.getSalesStatistics.path,
  contract.getInvoice.path,
  listCustomers.path,
  getCustomer.path,
  listAllCustomers.path,
  listPackages.path,
  getAttention.path,
]

/** Payment requests, page by page; reloaded on focus, and every 15 s while one on screen waits for payment. */
export function usePaymentRequests(filters: RequestFilters) {
  const { sort, direction } = filters
  return usePages(
    contract.listPaymentRequests,
    { ...wordsOf(filters), sort, direction },
    {
      againMs: WATCH_MS,
      isWatched: (rows) => rows.some(({ status }) => status === 'sent'),
      freshness: { staleTime: REQUESTS_FRESH_MS, gcTime: 10 * 60 * 1000 },
    },
  )
}

/** How many requests match, in words: `935`, or `10,000+` if not all were counted. */
export const useRequestCount = (filters: RequestFilters): string | undefined =>
  useCount(countPaymentRequests.path, { ...wordsOf(filters), sort: undefined, direction: undefined })

/** Where the matching requests are a file. */
export const exportAddress = ({ sort, ...filters }: RequestFilters): string =>
  addressOf(exportPaymentRequests.path, { query: { ...wordsOf({ sort, ...filters }), sort } })

/** The caller's counts, including how many links expire soon. */
export function useSalesStatistics() {
  return useQuery({
    ...query(contract.getSalesStatistics),
    staleTime: REQUESTS_FRESH_MS,
    refetchInterval: ({ state }) => (state.data && state.data.pending > 0 ? WATCH_MS : false),
    refetchOnWindowFocus: 'always',
  })
}

/** Reloads everything that a change of a request may have affected. */
export const followRequests = (): Promise<unknown> => reload(TOUCHED_PATHS)

/** A change of a request; pending until it is on screen. */
export const REQUEST_CHANGE = { affects: TOUCHED_PATHS, isReloadAwaited: true } as const
