import type { AdminAnalytics } from '#contract/sales/analytics.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { type Figure, FigureStrip } from '#web/ui/figure-strip.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useAdminAnalytics } from './analytics-data.ts'
import { formatChange } from './comparison.ts'
import type { OverviewChoices } from './overview-choices.ts'
import { DownloadButton } from './overview-toolbar.tsx'
import { TopRows } from './parts-panel.tsx'
import { SalesOverview } from './sales-overview.tsx'

const COLUMNS: readonly Column<AdminAnalytics['packagePerformance'][number]>[] = [
  { header: 'Package', isTitle: true, cell: (row) => <strong>{row.package}</strong> },
  { header: 'Type', cell: (row) => row.type },
  { header: 'Revenue', isNumber: true, cell: (row) => formatDollars(row.revenue) },
  { header: 'Sales', isNumber: true, cell: (row) => formatCount(row.sales) },
]

function PackagePerformance({ rows }: { rows: AdminAnalytics['packagePerformance'] }) {
  if (rows.length === 0)
    return (
      <Panel title="Package Performance">
        <EmptyState title="No Sales Data Yet">
          Each package appears here with its revenue after its first sale.
        </EmptyState>
      </Panel>
    )
  return (
    <Panel
      title="Package Performance"
      intro="All time, highest revenue first. Sales count packages that were not returned."
    >
      <TopRows
        label="Package performance"
        noun="packages"
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => `${row.package} ${row.type}`}
        actions={<DownloadButton of="package performance" makeFile={(csv) => csv.performanceFile(rows)} />}
      />
    </Panel>
  )
}

function figuresOf(data: AdminAnalytics | undefined, unknown: string | undefined): Figure[] {
  const rate = data?.growthRate
  const growthNote = rate === null ? 'no revenue in the previous 30 days to compare with' : 'in the last 30 days'
  return [
    { label: 'Total Revenue', value: data ? formatDollars(data.totalRevenue) : unknown, note: 'all time' },
    { label: 'Total Orders', value: data ? formatCount(data.totalOrders) : unknown, note: 'all time' },
    {
      label: 'Growth Rate',
      value: rate === null ? '—' : rate === undefined ? unknown : formatChange(rate),
      note: growthNote,
    },
    {
      label: 'Leads Sold',
      value: data ? formatCount(data.totalLeadsSold) : unknown,
      note: 'all time, with bonus leads',
    },
  ]
}

export function AnalyticsView(props: { choices: OverviewChoices; onChange: (choices: OverviewChoices) => void }) {
  const { choices, onChange } = props
  const query = useAdminAnalytics()
  const { data, error, isPending } = query
  return (
    <div className="grid gap-5">
      <ListTrouble list={query} title="The figures could not be loaded" />
      <FigureStrip label="The store’s figures" figures={figuresOf(data, error ? '—' : undefined)} />
      {data?.totalOrders === 0 ? (
        <Panel title="Sales History Overview">
          <EmptyState title="Sales History Coming Soon">
            Revenue and orders over time appear here after your first paid order.
          </EmptyState>
        </Panel>
      ) : (
        <SalesOverview choices={choices} onChange={onChange} />
      )}
      {data && <PackagePerformance rows={data.packagePerformance} />}
      {isPending && <Loading words="Loading the figures" height="h-72" />}
    </div>
  )
}
