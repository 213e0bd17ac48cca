import type { PaymentRequestStatus } from '#contract/links/payment-request-values.ts'
import { REQUEST_SORTS, type RequestSort } from '#contract/links/payment-requests.ts'
import { REQUEST_STATUSES } from '#web/lib/payment-request-words.ts'

export interface RequestFilters {
  search: string
  status: PaymentRequestStatus | null
  sort: RequestSort
  direction: 'asc' | 'desc'
  /** Links that need someone now, whatever their status and order. */
  queue: 'expiring' | 'cash-app' | null
}

export type FilterWords = {
  [Word in 'search' | 'status' | 'sort' | 'direction' | 'expiring' | 'cashApp']?: string | undefined
}

/** Newest first. Names and statuses begin at the start of the alphabet and of a request's life. */
const FIRST_DIRECTIONS = { date: 'desc', total: 'desc', customer: 'asc', status: 'asc' } as const

/** Reads filters from a URL; unknown values are ignored. */
export function filtersOf(words: FilterWords): RequestFilters {
  const sort = REQUEST_SORTS.find((one) => one === words.sort) ?? 'date'
  return {
    search: (words.search ?? '').slice(0, 100),
    status: REQUEST_STATUSES.find((one) => one === words.status) ?? null,
    sort,
    direction: words.direction === 'asc' || words.direction === 'desc' ? words.direction : FIRST_DIRECTIONS[sort],
    queue: words.expiring === 'soon' ? 'expiring' : words.cashApp === 'chosen' ? 'cash-app' : null,
  }
}

/** Writes filters for a URL, so they can be shared and survive a reload. */
export function wordsOf(filters: RequestFilters): FilterWords {
  const { search, status, sort, direction, queue } = filters
  return {
    search: search || undefined,
    status: status ?? undefined,
    sort: sort === 'date' ? undefined : sort,
    direction: direction === FIRST_DIRECTIONS[sort] ? undefined : direction,
    expiring: queue === 'expiring' ? 'soon' : undefined,
    cashApp: queue === 'cash-app' ? 'chosen' : undefined,
  }
}

/** Selecting an order again reverses it; another one starts in its own direction. */
export function sortedBy(filters: RequestFilters, sort: RequestSort): RequestFilters {
  const turned = filters.direction === 'asc' ? 'desc' : 'asc'
  return { ...filters, sort, direction: filters.sort === sort ? turned : FIRST_DIRECTIONS[sort] }
}

export const isFiltered = ({ search, status, queue }: RequestFilters): boolean =>
  search.trim() !== '' || status !== null || queue !== null
