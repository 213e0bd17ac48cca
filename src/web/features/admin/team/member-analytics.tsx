import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addDays, type Day, spansBetween } from '#contract/days.ts'
import { getMemberAnalytics, type MemberAnalytics } from '#contract/sales/analytics.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { UserId } from '#contract/values.ts'
import { FRESH, query } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { formatDay, zoneName } from '#web/lib/format-day.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Choice } from '#web/ui/choice.tsx'
import { classes } from '#web/ui/classes.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { chartsMissing, ListTrouble } from '#web/ui/error-notice.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { DayFigures } from './member-charts.tsx'

const PERIODS = choicesOf({ '30days': 'Past 30 Days', lifetime: 'Lifetime' })
/** The average per day is over this many, whether or not anything was sold. */
const PERIOD_DAYS = 30
const LOOKS = choicesOf({ charts: 'Charts', table: 'Table' })

/** The chart library is larger than the rest of the dialog. */
const loadCharts = () => import('./member-charts.tsx')

interface MemberAnalyticsViewProps {
  userId: UserId
  period: MemberAnalytics['period']
  isTable: boolean
  onChange: (choice: { period?: MemberAnalytics['period']; isTable?: boolean }) => void
}

/** A member's sales: four figures, and how they came about day by day. */
export function MemberAnalyticsView({ userId, period, isTable, onChange }: MemberAnalyticsViewProps) {
  // While another period loads, the current one stays, identified by its own `period`.
  const found = useQuery({
    ...query(getMemberAnalytics, { userId }, { period }),
    placeholderData: keepPreviousData,
    ...FRESH,
  })
  const { data, error, isPlaceholderData } = found
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
      <ListTrouble list={found} title="The figures could not be loaded" />
      <div
        aria-busy={isPlaceholderData}
        className={classes('grid gap-4 transition-opacity duration-150', isPlaceholderData && 'opacity-60')}
      >
        {(data || !error) && <Tiles figures={data} />}
        {data && <Days figures={data} isTable={isTable} />}
        {!data && !error && <Loading words="Loading the figures" height="h-[38rem]" />}
      </div>
      <p className="text-xs text-muted">
        Revenue is what buyers paid after offers, minus refunds. Days start at midnight in the store’s time zone,{' '}
        {zoneName(timeZone, serverNow())}.
      </p>
    </div>
  )
}

const Tiles = ({ figures }: { figures: MemberAnalytics | undefined }) => (
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
      <p className="figures text-sm">30-day average: {formatDollars(figures.totalRevenue / PERIOD_DAYS)}/day</p>
    )}
  </>
)

/**
 * The days of the period up to today, with zeros for days that the server left out. A line straight from one sale to the
 * next would show sales that did not happen. Empty if the period has no sales.
 */
function everyDay({ period, dailyData }: MemberAnalytics, today: Day): DayFigures[] {
  const [first] = dailyData
  if (!first) return []
  const known = new Map(dailyData.map((figures) => [figures.date, figures]))
  const from = period === '30days' ? addDays(today, 1 - PERIOD_DAYS) : first.date
  return spansBetween(from, today, 'day').map(
    (date) => known.get(date) ?? { date, revenue: 0, refunded: 0, orders: 0, packages: 0, leads: 0 },
  )
}

function Days({ figures, isTable }: { figures: MemberAnalytics; isTable: boolean }) {
  const timeZone = useStoreZone()
  const days = useMemo(() => everyDay(figures, storeDayOf(serverNow(), timeZone)), [figures, timeZone])
  if (days.length === 0)
    return (
      <EmptyState title={figures.period === '30days' ? 'No sales in the past 30 days' : 'No sales yet'}>
        Sales through this member’s links and carts appear here once they are paid.
      </EmptyState>
    )
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
        failed={chartsMissing}
      />
      {/* The chart above in words, for screen readers. */}
      <div className="sr-only">{table}</div>
    </div>
  )
}

const COLUMNS: readonly Column<DayFigures>[] = [
  { header: 'Date', isTitle: true, isUnbroken: true, cell: (row) => <strong>{formatDay(row.date)}</strong> },
  { header: 'Revenue', isNumber: true, cell: (row) => formatDollars(row.revenue) },
  { header: 'Orders', isNumber: true, cell: (row) => formatCount(row.orders) },
  { header: 'Packages', isNumber: true, cell: (row) => formatCount(row.packages) },
]
