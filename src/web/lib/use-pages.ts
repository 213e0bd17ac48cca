import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Endpoint, ParamsOf } from '#contract/endpoint.ts'
import { type ApiError, type CallInput, callPage, FRESH, type Page, request } from './call-api.ts'
import { formatCount } from './format.ts'

type PagedRead = Endpoint & { readonly isPaged: true; readonly method: 'GET' }
type RowOf<E extends PagedRead> = Awaited<ReturnType<typeof callPage<E>>>['rows'][number]

interface PagesOptions<E extends PagedRead> {
  params?: ParamsOf<E>
  /** Reloaded this often while `isWatched` is true of its rows. */
  againMs?: number
  isWatched?: (rows: readonly RowOf<E>[]) => boolean
  /** If not reloaded on every visit. */
  freshness?: { staleTime: number; gcTime?: number; refetchOnWindowFocus?: false }
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
  { params, againMs = 0, isWatched, freshness }: PagesOptions<E> = {},
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
    ...FRESH,
    ...freshness,
    refetchInterval: ({ state }) =>
      isWatched && state.data?.pages.some(({ rows }) => isWatched(rows)) ? againMs : false,
  })
}

/**
 * How many rows of a list match its filters, in words: `935`, or `10,000+` if not all were counted. Undefined until it
 * is known.
 *
 * @param path of a call that replies with `{ count, isMore }`
 */
export function useCount(path: string, words: object): string | undefined {
  const { data } = useQuery({
    queryKey: [path, words],
    queryFn: ({ signal }) => request<{ count: number; isMore: boolean }>('GET', path, { query: { ...words }, signal }),
    staleTime: 0,
  })
  return data && `${formatCount(data.count)}${data.isMore ? '+' : ''}`
}
