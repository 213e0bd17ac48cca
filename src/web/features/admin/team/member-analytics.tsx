import { type ReactNode, useMemo } from 'react'
import type { MemberAnalytics } from '#contract/sales/analytics.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { UserId } from '#contract/values.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/format-day.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { zoneName } from '#web/lib/store-days.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { classes } from '#web/ui/classes.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { averagePerDay, type DayFigures, everyDay } from './member-days.ts'
import { useMemberAnalytics } from './team-data.ts'

const PERIODS = [
  { value: '30days', label: 'Past 30 Days' },
  { value: 'lifetime', label: 'Lifetime' },
] as const
const LOOKS = [
  { value: 'charts', label: 'Charts' },
  { value: 'table', label: 'Table' },
] as const

/** The chart library is larger than the rest of the dialog. */
const loadCharts = () => import('./member-charts.tsx').then((file) => ({ default: file.MemberCharts }))

interface MemberAnalyticsViewProps {
  userId: UserId
  period: MemberAnalytics['period']
  isTable: boolean
  onChange: (choice: { period?: MemberAnalytics['period']; isTable?: boolean }) => void
}

/** A member's sales: four figures, and how they came about day by day. */
export function MemberAnalyticsView({ userId, period, isTable, onChange }: MemberAnalyticsViewProps) {
  const query = useMemberAnalytics(userId, period)
  const { data, error, isPlaceholderData } = query
  const timeZone = useStoreZone()
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap justify-between gap-2">
        <Choice legend="Period" options={PERIODS} value={period} onChange={(next) => onChange({ period: next })} />
        {data && data.dailyData.length > 0 && (
          <Choice
            legend="Show the days as"
            options={LOOKS}
            value={isTable ? 'table' : 'charts'}
            onChange={(next) => onChange({ isTable: next === 'table' })}
          />
        )}
      </div>
      <ListTrouble list={query} title="The figures could not be loaded" />
      <div
        aria-busy={isPlaceholderData}
        className={classes('grid gap-4 transition-opacity duration-150', isPlaceholderData && 'opacity-60')}
      >
        {(data || !error) && <Tiles figures={data} />}
        {data ? <Days figures={data} isTable={isTable} /> : !error && <LoadingDays />}
      </div>
      <p className="text-xs text-muted">
        Revenue is what buyers paid after offers, minus refunds. Days start at midnight in the store’s time zone,{' '}
        {zoneName(timeZone, serverNow())}.
      </p>
    </div>
  )
}

function Tiles({ figures }: { figures: MemberAnalytics | undefined }) {
  return (
    <>
      <FigureStrip
        label="What the member sold"
        figures={[
          { label: 'Total Revenue', value: figures && formatDollars(figures.totalRevenue) },
          { label: 'Total Orders', value: figures && formatCount(figures.totalOrders) },
          { label: 'Packages Sold', value: figures && formatCount(figures.packagesSold) },
          { label: 'Avg Order Value', value: figures && formatDollars(figures.averageOrderValue) },
        ]}
      />
      {figures?.period === '30days' && figures.totalOrders > 0 && (
        <p className="figures text-sm">30-day average: {formatDollars(averagePerDay(figures))}/day</p>
      )}
    </>
  )
}

function Days({ figures, isTable }: { figures: MemberAnalytics; isTable: boolean }) {
  const timeZone = useStoreZone()
  const days = useMemo(() => everyDay(figures, storeDayOf(serverNow(), timeZone)), [figures, timeZone])
  if (days.length === 0) {
    return (
      <EmptyState title={figures.period === '30days' ? 'No sales in the past 30 days' : 'No sales yet'}>
        Sales through this member’s links and carts appear here once they are paid.
      </EmptyState>
    )
  }
  const table = (
    <DataTable label="Figures by date" columns={COLUMNS} rows={figures.dailyData} rowKey={({ date }) => date} />
  )
  if (isTable) return table
  return (
    <div className="relative">
      <LatePart
        load={loadCharts}
        props={{ days }}
        waiting={<Skeleton className="h-[38rem]" />}
        failed={(retry) => <ChartsMissing>{<Button onClick={retry}>Try again</Button>}</ChartsMissing>}
      />
      {/* The chart above in words, for screen readers. */}
      <div className="sr-only">{table}</div>
    </div>
  )
}

function ChartsMissing({ children }: { children: ReactNode }) {
  return (
    <Notice tone="danger" title="The charts could not be loaded" action={children}>
      Check your connection. The table has the same figures.
    </Notice>
  )
}

const COLUMNS: readonly Column<DayFigures>[] = [
  {
    key: 'date',
    header: 'Date',
    isTitle: true,
    isUnbroken: true,
    cell: (row) => <strong>{formatDay(row.date)}</strong>,
  },
  { key: 'revenue', header: 'Revenue', isNumber: true, cell: (row) => formatDollars(row.revenue) },
  { key: 'orders', header: 'Orders', isNumber: true, cell: (row) => formatCount(row.orders) },
  { key: 'packages', header: 'Packages', isNumber: true, cell: (row) => formatCount(row.packages) },
]

function LoadingDays() {
  return <Loading words="Loading the figures" height="h-[38rem]" />
}
