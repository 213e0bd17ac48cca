import { useQuery } from '@tanstack/react-query'
import type { countRefunds, listRefunds } from '#contract/admin/refund-screen.ts'
import { REFUND_STATES, type RefundState } from '#contract/payments/refund-states.ts'
import { addressOf, callApi } from '#web/lib/call-api.ts'
import { useCount } from '#web/lib/use-count.ts'
import { usePages } from '#web/lib/use-pages.ts'

const COUNT_PATH = '/api/admin/refund-count'
/** A pending refund is sent within seconds. */
const WATCH_MS = 5_000

/** Which refunds are listed; `all` is said in the address, because without a word failed ones come first. */
export type RefundFilter = RefundState | 'all'

/** Reads the filter from a word of the address; null without one. */
export const filterOf = (word: string | undefined): RefundFilter | null =>
  word === 'all' ? word : (REFUND_STATES.find((one) => one === word) ?? null)

const wordsOf = (filter: RefundFilter) => ({ state: filter === 'all' ? undefined : filter })

/** Whether any refund has failed; undefined until it is known. */
export function useHasFailed(): boolean | undefined {
  const { data, isError } = useQuery({
    queryKey: [COUNT_PATH, 'failed'],
    queryFn: ({ signal }) => callApi<typeof countRefunds>('GET', COUNT_PATH, { query: { state: 'failed' }, signal }),
    staleTime: 0,
  })
  return isError ? false : data && data.count > 0
}

/** The refunds, newest first; reloaded every 5 s while one on screen is pending. */
export const useRefunds = (filter: RefundFilter) =>
  usePages<typeof listRefunds>('/api/admin/refunds', wordsOf(filter), {
    againMs: WATCH_MS,
    isWatched: (rows) => rows.some(({ state }) => state === 'pending'),
  })

/** How many match, in words. */
export const useRefundCount = (filter: RefundFilter): string | undefined => useCount(COUNT_PATH, wordsOf(filter))

/** Where the matching refunds are a file. */
export const exportAddress = (filter: RefundFilter): string =>
  addressOf('/api/admin/refunds.csv', { query: wordsOf(filter) })
