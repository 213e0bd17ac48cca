import { formatCount, formatDollars, formatPlural } from '#web/lib/format.ts'
import { formatShortDollars } from '#web/lib/format-late.ts'
import { TrendChart } from '#web/ui/trend-chart.tsx'
import type { AnsweredOverview } from './analytics-data.ts'
import { shortSpanLabel, spanLabel } from './overview-words.ts'

/** Revenue and orders over time, stacked: on one chart, one of them would need a second axis. */
export default function SeriesCharts({ overview: { asked, series, isUnfinished } }: { overview: AnsweredOverview }) {
  const pointsOf = (name: 'revenue' | 'orders') =>
    series.map((span) => ({
      key: span.start,
      label: spanLabel(span.start, asked.by),
      shortLabel: shortSpanLabel(span.start, asked.by),
      value: span[name],
    }))
  const shared = { syncId: 'sales over time', isLastOpen: isUnfinished }
  return (
    <div className="@container">
      <div className="grid gap-4 @4xl:grid-cols-2">
        <TrendChart
          label="Revenue"
          points={pointsOf('revenue')}
          format={formatDollars}
          formatAxis={formatShortDollars}
          {...shared}
        />
        <TrendChart
          label="Orders"
          points={pointsOf('orders')}
          format={(value) => formatPlural(value, 'order')}
          formatAxis={formatCount}
          {...shared}
        />
      </div>
    </div>
  )
}
