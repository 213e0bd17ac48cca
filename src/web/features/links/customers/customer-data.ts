import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Customer, getCustomer, listCustomers } from '#contract/links/customers.ts'
import type { CustomerId } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callPage, type Page } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'

const LIST_PATH = '/api/sales/customers'
const ONE_PATH = '/api/sales/customers/:customerId'
/** Where a customer's change appears: the grid, their page, the invoice picker, the counts. */
const TOUCHED_PATHS = [LIST_PATH, ONE_PATH, '/api/customers/all', '/api/sales/statistics']
/** A history may grow without a change here: the customer opens a link, or pays. */
const STORY_FRESH_MS = 15_000

/** The customers, by name, page by page. */
export function useCustomers(search: string) {
  return useInfiniteQuery<Page<Customer>, ApiError, Customer[], QueryKey, string | undefined>({
    queryKey: [LIST_PATH, { search }],
    queryFn: ({ pageParam, signal }) =>
      callPage<typeof listCustomers>('GET', LIST_PATH, { query: { search, cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: keepPreviousData,
  })
}

/** One customer with everything that happened. */
export function useCustomer(customerId: string) {
  return useQuery({
    ...query<typeof getCustomer>(ONE_PATH, { customerId: customerId as CustomerId }),
    staleTime: STORY_FRESH_MS,
  })
}

/** Reloads everything that shows customers. */
export async function followCustomers(): Promise<void> {
  await Promise.all(TOUCHED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}
