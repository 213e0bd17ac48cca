import { useQuery } from '@tanstack/react-query'
import type { QueryOf } from '#contract/endpoint.ts'
import {
  CUSTOMER_SORTS,
  type exportCustomers,
  getCustomer,
  listAllCustomers,
  listCustomers,
} from '#contract/links/customers.ts'
import { getSalesStatistics } from '#contract/links/payment-requests.ts'
import type { CustomerId } from '#contract/values.ts'
import { query } from '#web/lib/call-api.ts'
import { usePages } from '#web/lib/use-pages.ts'
import type { TeamSearch } from '#web/paths.ts'

/** Where a customer's change appears: the grid, their page, the invoice picker, the counts. */
const TOUCHED_PATHS = [listCustomers.path, getCustomer.path, listAllCustomers.path, getSalesStatistics.path]
/** A history may grow without a change here: the customer opens a link, or pays. */
const STORY_FRESH_MS = 15_000

/** The customers that a filter matches, page by page. */
export const useCustomers = (filters: CustomerFilters) =>
  usePages(
    listCustomers,
    { ...filters, quietDays: filters.quietDays?.toString() },
    { freshness: { staleTime: STORY_FRESH_MS } },
  )

export type CustomerFilters = QueryOf<typeof exportCustomers>
export const QUIET_DAYS = ['30', '60', '90'] as const

/** Reads filters from a URL; who bought last comes first. */
export const filtersOf = ({ search = '', sort, period }: TeamSearch): CustomerFilters => ({
  search: search.slice(0, 100),
  sort: CUSTOMER_SORTS.find((one) => one === sort) ?? 'sale',
  quietDays: QUIET_DAYS.some((days) => days === period) ? Number(period) : undefined,
})

/** One customer with everything that happened. */
export const useCustomer = (customerId: string) =>
  useQuery({ ...query(getCustomer, { customerId: customerId as CustomerId }), staleTime: STORY_FRESH_MS })

/** A change of a customer; pending until it is on screen. */
export const CUSTOMER_CHANGE = { affects: TOUCHED_PATHS, isReloadAwaited: true } as const
