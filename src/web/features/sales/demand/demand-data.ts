import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { listStates } from '#contract/catalogue/catalogue.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { DemandRow, DemandSort, listCountyDemand } from '#contract/sales/demand.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { query } from '#web/lib/query.ts'
import type { Days } from '#web/lib/store-days.ts'

const LIST_PATH = '/api/admin/demand'

/** The parameters of the list. */
export interface DemandQuestion extends Days {
  sort: DemandSort
  direction: 'asc' | 'desc'
  /** Empty: all states. */
  state: string
}

type Page = ReplyOutputOf<typeof listCountyDemand>

/** The loaded pages as one list. */
export interface Demand extends Pick<Page, 'total' | 'countedSince'> {
  rows: DemandRow[]
}

/** Counties by demand, page by page; reloaded whenever the user returns to the list. */
export function useCountyDemand(asked: DemandQuestion) {
  return useInfiniteQuery<Page, ApiError, Demand, QueryKey, string | undefined>({
    queryKey: [LIST_PATH, asked],
    queryFn: ({ pageParam, signal }) =>
      callApi<typeof listCountyDemand>('GET', LIST_PATH, { query: { ...asked, cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => ({
      rows: pages.flatMap(({ rows }) => rows),
      total: pages[0]?.total ?? 0,
      countedSince: pages[0]?.countedSince ?? null,
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

/** The names of the states, to choose one. */
export const useStateNames = (): readonly string[] => useQuery(query<typeof listStates>('/api/states', {})).data ?? []

/** The URL of the whole list as a file. */
export function demandFileAddress({ state, ...asked }: DemandQuestion): string {
  return `${LIST_PATH}.csv?${new URLSearchParams({ ...asked, ...(state ? { state } : {}) })}`
}
