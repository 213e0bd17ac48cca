import type { TimelineEntry } from '#contract/payment-request-values.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { timelineWords } from '#web/lib/payment-request-words.ts'

/** Everything that happened with a customer, as the server orders it: newest first. */
export function CustomerTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="grid gap-3 border-l border-line pl-4">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.kind} ${entry.requestToken}`} className="relative">
          <span
            aria-hidden="true"
            className="absolute top-1.5 -left-[1.3rem] size-2 rounded-full border border-accent bg-surface"
          />
          <p className="wrap-anywhere">{timelineWords(entry)}</p>
          <p className="text-xs text-muted">
            <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
            {entry.by && ` · ${entry.by}`}
          </p>
        </li>
      ))}
    </ol>
  )
}
