import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Customer, getCustomer, listAllCustomers, listCustomers } from '#contract/links/customers.ts'
import { getSalesStatistics } from '#contract/links/payment-requests.ts'
import type { CustomerId } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callPage, type Page } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'

/** Where a customer's change appears: the grid, their page, the invoice picker, the counts. */
const TOUCHED_PATHS = [listCustomers.path, getCustomer.path, listAllCustomers.path, getSalesStatistics.path]
/** A history may grow without a change here: the customer opens a link, or pays. */
const STORY_FRESH_MS = 15_000

/** The customers, by name, page by page. */
export function useCustomers(search: string) {
  return useInfiniteQuery<Page<Customer>, ApiError, Customer[], QueryKey, string | undefined>({
    queryKey: [listCustomers.path, { search }],
    queryFn: ({ pageParam, signal }) => callPage(listCustomers, { query: { search, cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: keepPreviousData,
  })
}

/** One customer with everything that happened. */
export function useCustomer(customerId: string) {
  return useQuery({
    ...query(getCustomer, { customerId: customerId as CustomerId }),
    staleTime: STORY_FRESH_MS,
  })
}

/** Reloads everything that shows customers. */
export async function followCustomers(): Promise<void> {
  await Promise.all(TOUCHED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}
