import { useAttentionCount } from './attention-data.ts'

/** Shows how many kinds of things need attention, next to the link; nothing if there are none. */
export function AttentionBadge() {
  const count = useAttentionCount()
  if (count === 0) return null
  return (
    <span className="figures grid min-w-5 place-items-center rounded-full bg-attention px-1.5 text-xs/5 font-semibold text-paper">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
