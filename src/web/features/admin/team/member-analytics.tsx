import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addDays, type Day, spansBetween } from '#contract/days.ts'
import { getMemberAnalytics, type MemberAnalytics } from '#contract/sales/analytics.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { UserId } from '#contract/values.ts'
import { FRESH, query } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { formatDay, formatShortDay, zoneName } from '#web/lib/format-day.ts'
import { SalesTrends } from '#web/lib/sales-trends.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Choice } from '#web/ui/choice.tsx'
import { classes } from '#web/ui/classes.ts'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { EmptyState, ListTrouble } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'

const PERIODS = choicesOf({ '30days': 'Past 30 Days', lifetime: 'Lifetime' })
/** The average per day is over this many, whether or not anything was sold. */
const PERIOD_DAYS = 30

interface MemberAnalyticsViewProps {
  userId: UserId
  period: MemberAnalytics['period']
  onPeriod: (period: MemberAnalytics['period']) => void
}

/** A member's sales: four figures, and how they came about day by day. */
export function MemberAnalyticsView({ userId, period, onPeriod }: MemberAnalyticsViewProps) {
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
      <div>
        <Choice legend="Period" options={PERIODS} value={period} onChange={onPeriod} />
      </div>
      <ListTrouble list={found} title="The figures could not be loaded" />
      <div
        aria-busy={isPlaceholderData}
        className={classes('grid gap-4 transition-opacity duration-150', isPlaceholderData && 'opacity-60')}
      >
        {(data || !error) && <Tiles figures={data} />}
        {data && <Days figures={data} />}
        {!data && !error && <Loading words="Loading the figures" height="h-[38rem]" />}
      </div>
      <p className="text-xs text-muted">
        Revenue is what buyers paid after offers, minus refunds. Days start at midnight in the store’s time zone,{' '}
        {zoneName(timeZone)}.
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
 * The days of the period up to today, with zeros for days that the server left out: a line straight from one sale to the
 * next would show sales that did not happen. Each with its day 30 days before. Empty if the period has no sales.
 */
function everyDay({ period, dailyData, dailyDataBefore }: MemberAnalytics, today: Day) {
  const [first] = dailyData
  if (!first) return []
  const known = new Map([...dailyDataBefore, ...dailyData].map((figures) => [figures.date, figures]))
  const on = (date: Day) => known.get(date) ?? NOTHING
  const from = period === '30days' ? addDays(today, 1 - PERIOD_DAYS) : first.date
  return spansBetween(from, today, 'day').map((date) => ({
    key: date,
    label: formatDay(date),
    shortLabel: formatShortDay(date),
    now: on(date),
    before: on(addDays(date, -PERIOD_DAYS)),
  }))
}

const NOTHING = { revenue: 0, refunded: 0, orders: 0, packages: 0, leads: 0 }
const TITLES = { revenue: 'Revenue Trend', orders: 'Orders Trend', packages: 'Packages Trend' }

function Days({ figures }: { figures: MemberAnalytics }) {
  const timeZone = useStoreZone()
  const days = useMemo(() => everyDay(figures, storeDayOf(serverNow(), timeZone)), [figures, timeZone])
  const isRecent = figures.period === '30days'
  if (days.length === 0)
    return (
      <EmptyState title={isRecent ? 'No sales in the past 30 days' : 'No sales yet'}>
        Sales through this member’s links and carts appear here once they are paid.
      </EmptyState>
    )
  return (
    <SalesTrends
      titles={TITLES}
      points={days}
      span="Day"
      beforeWords={figures.dailyDataBefore.length > 0 ? `${PERIOD_DAYS} days before` : null}
      isLastOpen
    />
  )
}
