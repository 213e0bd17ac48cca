import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ApiError } from './api-error.ts'
import { type CallInput, callPage, type Page } from './call-api.ts'

type PagedRead = Endpoint & { readonly isPaged: true; readonly method: 'GET' }
type RowOf<E extends PagedRead> = Awaited<ReturnType<typeof callPage<E>>>['rows'][number]

/**
 * A list that others change too, page by page: reloaded on every visit, and every `againMs` while `isWatched` is true
 * of its rows. While other parameters load, the previous rows stay.
 *
 * @param words the query without its cursor
 */
export function usePages<E extends PagedRead>(
  path: E['path'],
  words: Readonly<Record<string, string | undefined>>,
  watch?: { againMs: number; isWatched: (rows: readonly RowOf<E>[]) => boolean },
) {
  return useInfiniteQuery<Page<RowOf<E>>, ApiError, RowOf<E>[], QueryKey, string | undefined>({
    queryKey: [path, words],
    queryFn: ({ pageParam, signal }) => {
      const input: object = { query: { ...words, cursor: pageParam }, signal }
      return callPage<E>('GET', path, input as CallInput<E>)
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      watch && state.data?.pages.some(({ rows }) => watch.isWatched(rows)) ? watch.againMs : false,
    refetchOnWindowFocus: 'always',
  })
}
