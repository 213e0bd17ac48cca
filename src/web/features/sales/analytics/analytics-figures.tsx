import type { AdminAnalytics } from '#contract/sales/analytics.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { formatChange } from './comparison.ts'

/** The four figures of the store. */
export function AnalyticsFigures({ data, isFailed }: { data: AdminAnalytics | undefined; isFailed: boolean }) {
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
