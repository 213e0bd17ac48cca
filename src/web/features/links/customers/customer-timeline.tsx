import type { TimelineEntry } from '#contract/links/payment-request-values.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { timelineWords } from '#web/lib/payment-request-words.ts'
import { classes } from '#web/ui/classes.ts'

export function CustomerTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol aria-label="What happened, newest first" className="grid gap-3 border-l border-line pl-4">
      {entries.map((entry, index) => (
        <li key={`${entry.at} ${entry.kind} ${entry.requestToken}`} className="relative">
          <span
            aria-hidden="true"
            className={classes(
              'absolute top-1.5 -left-[1.3rem] size-2 rounded-full border border-accent',
              index === 0 ? 'bg-accent' : 'bg-surface',
            )}
          />
          <p className="wrap-anywhere">{timelineWords(entry)}</p>
          <p className="text-xs text-muted">
            {index === 0 && entries.length > 1 && <span className="font-semibold text-ink">Latest · </span>}
            <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
            {entry.by && ` · ${entry.by}`}
          </p>
        </li>
      ))}
    </ol>
  )
}
