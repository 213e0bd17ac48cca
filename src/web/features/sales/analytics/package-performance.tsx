import type { AdminAnalytics } from '#contract/sales/analytics.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { DownloadButton } from './download-button.tsx'
import { TopRows } from './top-rows.tsx'

type Performance = AdminAnalytics['packagePerformance'][number]

const COLUMNS: readonly Column<Performance>[] = [
  { key: 'package', header: 'Package', isTitle: true, cell: (row) => <strong>{row.package}</strong> },
  { key: 'type', header: 'Type', cell: (row) => row.type },
  { key: 'revenue', header: 'Revenue', isNumber: true, cell: (row) => formatDollars(row.revenue) },
  { key: 'sales', header: 'Sales', isNumber: true, cell: (row) => formatCount(row.sales) },
]

/** The all-time revenue of each package, highest first. */
export function PackagePerformance({ rows }: { rows: AdminAnalytics['packagePerformance'] }) {
  const isEmpty = rows.length === 0
  return (
    <Panel
      title="Package Performance"
      intro={isEmpty ? undefined : 'All time, highest revenue first. Sales count packages that were not returned.'}
    >
      {isEmpty ? (
        <EmptyState title="No Sales Data Yet">
          Each package appears here with its revenue after its first sale.
        </EmptyState>
      ) : (
        <TopRows
          label="Package performance"
          noun="packages"
          columns={COLUMNS}
          rows={rows}
          rowKey={(row) => `${row.package} ${row.type}`}
          actions={
            <DownloadButton
              of="package performance"
              makeFile={async () => (await import('./analytics-csv.ts')).performanceFile(rows)}
            />
          }
        />
      )}
    </Panel>
  )
}
