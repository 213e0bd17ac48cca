import type { PaymentRequestStatus } from '#contract/links/payment-request-values.ts'
import { REQUEST_SORTS, type RequestSort } from '#contract/links/payment-requests.ts'
import { REQUEST_STATUSES } from '#web/lib/payment-request-words.ts'

/** Which requests a list shows, and in which order. */
export interface RequestFilters {
  search: string
  status: PaymentRequestStatus | null
  sort: RequestSort
  direction: 'asc' | 'desc'
  /** Links that need someone now, whatever their status and order. */
  queue: 'expiring' | 'cash-app' | null
}

/** The filters as a URL has them; defaults are left out. */
export interface FilterWords {
  search?: string | undefined
  status?: string | undefined
  sort?: string | undefined
  direction?: string | undefined
  expiring?: string | undefined
  cashApp?: string | undefined
}

/** Newest first. Names and statuses begin at the start of the alphabet and of a request's life. */
const FIRST_DIRECTIONS: Readonly<Record<RequestSort, 'asc' | 'desc'>> = {
  date: 'desc',
  total: 'desc',
  customer: 'asc',
  status: 'asc',
}

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

/** Whether any filter is set. */
export function isFiltered({ search, status, queue }: RequestFilters): boolean {
  return search.trim() !== '' || status !== null || queue !== null
}
