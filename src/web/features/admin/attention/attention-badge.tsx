import { useAttentionCount } from './attention-data.ts'

/** How many kinds of things wait, beside the link to them; nothing when nothing does. */
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
