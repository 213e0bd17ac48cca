import { CUSTOMER_SALES_MAX, type CustomerSale } from '#contract/links/customers.ts'
import type { TimelineEntry } from '#contract/links/payment-request-values.ts'
import { formatDateTime, formatDollars } from '#web/lib/format.ts'
import { REQUEST_STATUSES } from '#web/lib/order-statuses.ts'
import { invoicePath, timelineWords } from '#web/lib/payment-request-words.ts'
import { Timeline } from '#web/lib/timeline.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

export function CustomerHistory({ sales }: { sales: readonly CustomerSale[] }) {
  if (sales.length === 0) return <p className="text-muted">Nothing sent yet.</p>
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {sales.map((sale) => (
          <li key={sale.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <a
              href={invoicePath(sale.token)}
              target="_blank"
              rel="noopener"
              className="font-semibold underline underline-offset-2"
            >
              {formatDateTime(sale.createdAt)}
              <span className="sr-only"> (opens the invoice in a new tab)</span>
            </a>
            <span className="flex items-center gap-3">
              <StatusPill tone={REQUEST_STATUSES[sale.status].tone}>{REQUEST_STATUSES[sale.status].name}</StatusPill>
              <span className="figures">{formatDollars(sale.total)}</span>
            </span>
          </li>
        ))}
      </ul>
      {sales.length === CUSTOMER_SALES_MAX && (
        <p className="mt-2 text-muted">
          The latest {CUSTOMER_SALES_MAX} are shown; search Payment Requests for others.
        </p>
      )}
    </>
  )
}

export const CustomerTimeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <Timeline
    isLatestMarked
    entries={entries.map((entry) => ({
      key: `${entry.at} ${entry.kind} ${entry.requestToken}`,
      at: entry.at,
      words: timelineWords(entry),
      by: entry.by,
    }))}
  />
)
