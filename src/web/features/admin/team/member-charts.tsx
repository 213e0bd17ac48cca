import { formatCount, formatDollars, formatPlural, formatShortDollars } from '#web/lib/format.ts'
import { formatDay, formatShortDay } from '#web/lib/format-day.ts'
import { TrendChart } from '#web/ui/trend-chart.tsx'
import type { DayFigures } from './member-days.ts'

const SYNC_ID = 'a member’s days'

/** Three lines over the same days, stacked, so a day is at the same place in each. */
export function MemberCharts({ days }: { days: readonly DayFigures[] }) {
  const pointsOf = (name: 'revenue' | 'orders' | 'packages') =>
    days.map((day) => ({
      key: day.date,
      label: formatDay(day.date),
      shortLabel: formatShortDay(day.date),
      value: day[name],
    }))
  return (
    <div className="grid gap-4">
      <TrendChart
        label="Revenue Trend"
        points={pointsOf('revenue')}
        format={formatDollars}
        formatAxis={formatShortDollars}
        syncId={SYNC_ID}
      />
      <TrendChart
        label="Orders Trend"
        points={pointsOf('orders')}
        format={(value) => formatPlural(value, 'order')}
        formatAxis={formatCount}
        syncId={SYNC_ID}
      />
      <TrendChart
        label="Packages Trend"
        points={pointsOf('packages')}
        format={(value) => formatPlural(value, 'package')}
        formatAxis={formatCount}
        syncId={SYNC_ID}
      />
    </div>
  )
}
