import { useQuery } from '@tanstack/react-query'
import { ATTENTION_COUNT_MAX, type AttentionKind, type AttentionPart, getAttention } from '#contract/admin/attention.ts'
import { query } from '#web/lib/call-api.ts'

/** What is waiting, as far as it could be loaded. */
export const waitingOf = (parts: readonly AttentionPart[]): AttentionPart[] => parts.filter(({ count }) => count)
const WATCH_MS = 30_000

/** Reads what needs attention every 30 s; all readers on a page share one reply. */
export const useAttention = () =>
  useQuery({ ...query(getAttention), staleTime: WATCH_MS, refetchInterval: WATCH_MS, refetchOnWindowFocus: true })

/** Shows how much needs attention next to a link: of these kinds, or of all; nothing if nothing does. */
export function AttentionBadge({ kinds }: { kinds?: readonly AttentionKind[] | undefined }) {
  const { data } = useAttention()
  const parts = (data?.parts ?? []).filter(({ kind }) => kinds?.includes(kind) ?? true)
  const count = parts.reduce((sum, part) => sum + (part.count ?? 0), 0)
  if (count === 0) return null
  return (
    <span className="figures grid min-w-5 place-items-center rounded-full bg-attention px-1.5 text-xs/5 font-semibold text-paper">
      {count > ATTENTION_COUNT_MAX ? `${ATTENTION_COUNT_MAX}+` : count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
