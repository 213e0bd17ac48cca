import type { MemberAnalytics } from '#contract/sales/analytics.ts'
import { formatCount, formatDollars, formatPlural } from '#web/lib/format.ts'
import { formatDay, formatShortDay } from '#web/lib/format-day.ts'
import { formatShortDollars } from '#web/lib/format-late.ts'
import { TrendChart } from '#web/ui/trend-chart.tsx'

export type DayFigures = MemberAnalytics['dailyData'][number]

const CHARTS = [
  { name: 'revenue', label: 'Revenue Trend', format: formatDollars, formatAxis: formatShortDollars },
  { name: 'orders', label: 'Orders Trend', format: (n: number) => formatPlural(n, 'order'), formatAxis: formatCount },
  {
    name: 'packages',
    label: 'Packages Trend',
    format: (n: number) => formatPlural(n, 'package'),
    formatAxis: formatCount,
  },
] as const

/** Three lines over the same days, stacked, so a day is at the same place in each. */
export default function MemberCharts({ days }: { days: readonly DayFigures[] }) {
  return (
    <div className="grid gap-4">
      {CHARTS.map(({ name, ...chart }) => (
        <TrendChart
          key={name}
          {...chart}
          points={days.map((day) => ({
            key: day.date,
            label: formatDay(day.date),
            shortLabel: formatShortDay(day.date),
            value: day[name],
          }))}
          syncId="a member’s days"
        />
      ))}
    </div>
  )
}
