import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint, ParamsOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from './api-error.ts'
import { request } from './call-api.ts'
import { afterHydration } from './served-page.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

/**
 * No refetch interval, none on focus, data never goes stale, no retries. The hook that changes data refetches it. A
 * call made offline fails immediately with a sentence, where the library's default would wait silently.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchInterval: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

type Read = Endpoint & { method: 'GET' }
type Words = Readonly<Record<string, string>>

/**
 * A read as query options: `useQuery(query(listCounties, { state }))`. The key is the path with its parameters, so the
 * same reads share the same data. It may be called before React has hydrated the page,
 * and resolves after that.
 *
 * @param words of the address after `?`
 */
export function query<E extends Read>(
  { path }: E,
  ...[params = {} as ParamsOf<E>, words]: object extends ParamsOf<E>
    ? [params?: ParamsOf<E>, words?: Words]
    : [params: ParamsOf<E>, words?: Words]
) {
  return queryOptions({
    queryKey: words ? [path, params, words] : [path, params],
    queryFn: ({ signal, client, queryKey }) => {
      const isRefresh = client.getQueryData(queryKey) !== undefined
      return request<ReplyOutputOf<E>>('GET', path, { params, query: words, signal, isRefresh }).finally(afterHydration)
    },
  })
}

/** For what others change too: read again on every visit, and when the window gets the focus. */
export const FRESH = { staleTime: 0, refetchOnWindowFocus: 'always' } as const
