import { useQuery } from '@tanstack/react-query'
import { type AttentionPart, getAttention } from '#contract/admin/attention.ts'
import { query } from '#web/lib/call-api.ts'

/** What is waiting, as far as it could be loaded. */
export const waitingOf = (parts: readonly AttentionPart[]): AttentionPart[] => parts.filter(({ count }) => count)
const WATCH_MS = 30_000

/** Reads what needs attention every 30 s; all readers on a page share one reply. */
export const useAttention = () =>
  useQuery({ ...query(getAttention), staleTime: WATCH_MS, refetchInterval: WATCH_MS, refetchOnWindowFocus: true })

/** Shows how many kinds of things need attention, next to the link; nothing if there are none. */
export function AttentionBadge() {
  const { data } = useAttention()
  const count = waitingOf(data?.parts ?? []).length
  if (count === 0) return null
  return (
    <span className="figures grid min-w-5 place-items-center rounded-full bg-attention px-1.5 text-xs/5 font-semibold text-paper">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
