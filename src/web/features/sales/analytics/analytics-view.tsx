import type { AdminAnalytics } from '#contract/sales/analytics.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useAdminAnalytics } from './analytics-data.ts'
import { formatChange } from './comparison.ts'
import type { OverviewChoices } from './overview-choices.ts'
import { DownloadButton } from './overview-toolbar.tsx'
import { TopRows } from './parts-panel.tsx'
import { SalesOverview } from './sales-overview.tsx'

type Performance = AdminAnalytics['packagePerformance'][number]

const COLUMNS: readonly Column<Performance>[] = [
  { key: 'package', header: 'Package', isTitle: true, cell: (row) => <strong>{row.package}</strong> },
  { key: 'type', header: 'Type', cell: (row) => row.type },
  { key: 'revenue', header: 'Revenue', isNumber: true, cell: (row) => formatDollars(row.revenue) },
  { key: 'sales', header: 'Sales', isNumber: true, cell: (row) => formatCount(row.sales) },
]

/** The all-time revenue of each package, highest first. */
function PackagePerformance({ rows }: { rows: AdminAnalytics['packagePerformance'] }) {
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

/** The four figures of the store. */
function AnalyticsFigures({ data, isFailed }: { data: AdminAnalytics | undefined; isFailed: boolean }) {
  const unknown = isFailed ? '—' : undefined
  return (
    <FigureStrip
      label="The store’s figures"
      figures={[
        {
          label: 'Total Revenue',
          value: data ? formatDollars(data.totalRevenue) : unknown,
          note: 'all time',
        },
        {
          label: 'Total Orders',
          value: data ? formatCount(data.totalOrders) : unknown,
          note: 'all time',
        },
        {
          label: 'Growth Rate',
          value: data ? growthOf(data.growthRate) : unknown,
          note:
            data && data.growthRate === null
              ? 'no revenue in the previous 30 days to compare with'
              : 'in the last 30 days',
        },
        {
          label: 'Leads Sold',
          value: data ? formatCount(data.totalLeadsSold) : unknown,
          note: 'all time, with bonus leads',
        },
      ]}
    />
  )
}

const growthOf = (rate: number | null): string => (rate === null ? '—' : formatChange(rate))

interface AnalyticsViewProps {
  choices: OverviewChoices
  onChange: (choices: OverviewChoices) => void
}

/** How the business is doing: in total, over a period, and by package. */
export function AnalyticsView({ choices, onChange }: AnalyticsViewProps) {
  const query = useAdminAnalytics()
  const { data, error, isPending } = query
  return (
    <div className="grid gap-5">
      <ListTrouble list={query} title="The figures could not be loaded" />
      <AnalyticsFigures data={data} isFailed={error !== null} />
      {data?.totalOrders === 0 ? <NothingSold /> : <SalesOverview choices={choices} onChange={onChange} />}
      {data && <PackagePerformance rows={data.packagePerformance} />}
      {isPending && <Loading words="Loading the figures" height="h-72" />}
    </div>
  )
}

/** Shown until something is sold. */
function NothingSold() {
  return (
    <Panel title="Sales History Overview">
      <EmptyState title="Sales History Coming Soon">
        Revenue and orders over time appear here after your first paid order.
      </EmptyState>
    </Panel>
  )
}
