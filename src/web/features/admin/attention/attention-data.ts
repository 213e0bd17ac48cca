import { useQuery } from '@tanstack/react-query'
import type { getAttention } from '#contract/admin/attention.ts'
import { query } from '#web/lib/query.ts'
import { waitingOf } from './attention-words.ts'

const WATCH_MS = 30_000

/** Reads what needs attention every 30 s; all readers on a page share one reply. */
export function useAttention() {
  return useQuery({
    ...query<typeof getAttention>('/api/admin/attention', {}),
    staleTime: WATCH_MS,
    refetchInterval: WATCH_MS,
    refetchOnWindowFocus: true,
  })
}

/** How many kinds of things need attention; 0 while unknown. */
export function useAttentionCount(): number {
  const { data } = useAttention()
  return data ? waitingOf(data.parts).length : 0
}
