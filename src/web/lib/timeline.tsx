import type { ReactNode } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'

type TimelineEntry = { key: string; at: string; words: ReactNode; by?: string | null }

type TimelineProps = { entries: readonly TimelineEntry[]; isLatestMarked?: boolean }

/** What happened, newest first. @param isLatestMarked says so in words too, where there are several */
export const Timeline = ({ entries, isLatestMarked }: TimelineProps) => (
  <ol aria-label="What happened, newest first" className="grid gap-3 border-l border-line pl-4">
    {entries.map(({ key, at, words, by }, index) => (
      <li key={key} className="relative">
        <span
          aria-hidden="true"
          className={classes(
            'absolute top-1.5 -left-[1.3rem] size-2 rounded-full border border-accent',
            index === 0 ? 'bg-accent' : 'bg-surface',
          )}
        />
        <p className="wrap-anywhere">{words}</p>
        <p className="text-xs text-muted">
          {isLatestMarked && index === 0 && entries.length > 1 && (
            <span className="font-semibold text-ink">Latest · </span>
          )}
          <time dateTime={at}>{formatDateTime(at)}</time>
          {by && ` · ${by}`}
        </p>
      </li>
    ))}
  </ol>
)
