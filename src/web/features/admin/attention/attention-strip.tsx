import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDot } from 'lucide-react'
import { formatPlural } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { partTitle, useAttention, waitingOf } from './attention-data.ts'

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

/** One line above every tab: what needs attention, with a link. It keeps its height while loading. */
export function AttentionStrip() {
  const { data, error } = useAttention()
  const waiting = waitingOf(data?.parts ?? [])
  const isQuiet = waiting.length === 0
  const Icon = isQuiet ? CircleCheck : CircleDot
  return (
    <Link
      to={paths.admin}
      className={classes(
        'flex min-h-11 items-center gap-2 rounded-md border px-3 py-1 text-sm compact:min-h-9',
        isQuiet ? 'border-line bg-surface text-muted hover:text-ink' : 'border-attention/40 bg-attention-quiet',
      )}
    >
      <Icon size={16} aria-hidden="true" className={isQuiet ? 'shrink-0' : 'shrink-0 text-attention'} />
      {!data && <span>{error ? 'We couldn’t check what needs attention' : 'Checking what needs attention…'}</span>}
      {data && isQuiet && 'You’re all caught up'}
      {!isQuiet && (
        <>
          <span className="font-semibold whitespace-nowrap">
            {formatPlural(waiting.length, 'thing')} {waiting.length === 1 ? 'needs' : 'need'} attention
          </span>
          <span className="min-w-0 truncate text-muted max-sm:sr-only">{waiting.map(partTitle).join(' · ')}</span>
        </>
      )}
    </Link>
  )
}
