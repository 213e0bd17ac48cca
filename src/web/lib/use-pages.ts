import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint, ParamsOf } from '#contract/endpoint.ts'
import type { ApiError } from './api-error.ts'
import { type CallInput, callPage, type Page } from './call-api.ts'

type PagedRead = Endpoint & { readonly isPaged: true; readonly method: 'GET' }
type RowOf<E extends PagedRead> = Awaited<ReturnType<typeof callPage<E>>>['rows'][number]

interface PagesOptions<E extends PagedRead> {
  params?: ParamsOf<E>
  /** Reloaded this often while `isWatched` is true of its rows. */
  againMs?: number
  isWatched?: (rows: readonly RowOf<E>[]) => boolean
}

/**
 * A list that others change too, page by page: reloaded on every visit. While other parameters load, the previous rows
 * stay.
 *
 * @param words the query without its cursor
 */
export function usePages<E extends PagedRead>(
  endpoint: E,
  words: Readonly<Record<string, string | undefined>>,
  { params, againMs = 0, isWatched }: PagesOptions<E> = {},
) {
  return useInfiniteQuery<Page<RowOf<E>>, ApiError, RowOf<E>[], QueryKey, string | undefined>({
    queryKey: params ? [endpoint.path, params, words] : [endpoint.path, words],
    queryFn: ({ pageParam, signal }) => {
      const input: object = { params, query: { ...words, cursor: pageParam }, signal }
      return callPage(endpoint, input as CallInput<E>)
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isWatched && state.data?.pages.some(({ rows }) => isWatched(rows)) ? againMs : false,
    refetchOnWindowFocus: 'always',
  })
}
