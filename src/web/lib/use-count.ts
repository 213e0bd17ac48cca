import { useQuery } from '@tanstack/react-query'
import { request } from './call-api.ts'
import { formatCount } from './format.ts'

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
