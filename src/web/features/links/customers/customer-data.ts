import { useQuery } from '@tanstack/react-query'
import { getCustomer, listAllCustomers, listCustomers } from '#contract/links/customers.ts'
import { getSalesStatistics } from '#contract/links/payment-requests.ts'
import type { CustomerId } from '#contract/values.ts'
import { query } from '#web/lib/call-api.ts'
import { usePages } from '#web/lib/use-pages.ts'

/** Where a customer's change appears: the grid, their page, the invoice picker, the counts. */
const TOUCHED_PATHS = [listCustomers.path, getCustomer.path, listAllCustomers.path, getSalesStatistics.path]
/** A history may grow without a change here: the customer opens a link, or pays. */
const STORY_FRESH_MS = 15_000

/** The customers, by name, page by page. A change here reloads them. */
export const useCustomers = (search: string) =>
  usePages(
    listCustomers,
    { search },
    { freshness: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } },
  )

/** One customer with everything that happened. */
export const useCustomer = (customerId: string) =>
  useQuery({ ...query(getCustomer, { customerId: customerId as CustomerId }), staleTime: STORY_FRESH_MS })

/** A change of a customer; pending until it is on screen. */
export const CUSTOMER_CHANGE = { affects: TOUCHED_PATHS, isReloadAwaited: true } as const
