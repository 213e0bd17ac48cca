import type { ReactNode } from 'react'
import { countDays } from '#contract/days.ts'
import type { AdminAnalytics, SalesFigures } from '#contract/sales/analytics.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { type Days, formatDay, formatDays, zoneName } from '#web/lib/format-day.ts'
import { SalesTrends } from '#web/lib/sales-trends.tsx'
import { classes } from '#web/ui/classes.ts'
import { FactList } from '#web/ui/fact-list.tsx'
import { type Figure, FigureStrip } from '#web/ui/figure-strip.tsx'
import { EmptyState, ListTrouble, Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { seriesFile } from './analytics-csv.ts'
import { type AnsweredOverview, useAdminAnalytics, useSalesOverview } from './analytics-data.ts'
import { daysBefore, type OverviewChoices, spanOf } from './overview-choices.ts'
import { DownloadButton, OverviewToolbar } from './overview-toolbar.tsx'
import { compare, SPAN_NAMES, shortSpanLabel, spanLabel } from './overview-words.ts'
import { PartsPanel } from './parts-panel.tsx'

interface AnalyticsViewProps {
  choices: OverviewChoices
  /** Null while a custom period is not complete. */
  days: Days | null
  onChange: (choices: OverviewChoices) => void
}

export function AnalyticsView({ choices, days, onChange }: AnalyticsViewProps) {
  const all = useAdminAnalytics()
  const hasSold = all.data?.totalOrders !== 0
  const by = days ? spanOf(choices.by, days) : 'day'
  const found = useSalesOverview(days && hasSold ? { ...days, by, dimension: choices.dimension } : null)
  const overview = days && hasSold ? found.data : null
  return (
    <div className="grid gap-5">
      {hasSold && (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <OverviewToolbar choices={choices} onChange={onChange} days={days} by={by} />
        </div>
      )}
      <ListTrouble list={all} title="The figures could not be loaded" />
      <Panel
        title="Sales History Overview"
        actions={
          overview && (
            <DownloadButton
              of={`sales by ${SPAN_NAMES[overview.asked.by].toLowerCase()}`}
              makeFile={() => seriesFile(overview)}
            />
          )
        }
      >
        <div className="grid gap-4">
          {!hasSold && (
            <EmptyState title="Sales History Coming Soon">
              Revenue and orders over time appear here after your first paid order.
            </EmptyState>
          )}
          {!days && hasSold && <p className="text-muted">Choose the first and the last day.</p>}
          <ListTrouble list={found} title="The sales history could not be loaded" />
          {overview && (
            <Pending isPending={found.isPlaceholderData}>
              <PeriodFigures overview={overview} />
              {overview.asked.from !== overview.asked.to && <Trends overview={overview} />}
            </Pending>
          )}
          {found.isLoading && <Loading words="Loading the sales history" height="h-40" count={2} />}
          <AllTime data={all.data} />
        </div>
      </Panel>
      {overview && (
        <Pending isPending={found.isPlaceholderData}>
          <PartsPanel
            overview={overview}
            dimension={choices.dimension}
            onChange={(dimension) => onChange({ ...choices, dimension })}
          />
        </Pending>
      )}
      {!hasSold && (
        <Panel title="Package Performance">
          <EmptyState title="No Sales Data Yet">
            Each package appears here with its revenue after its first sale.
          </EmptyState>
        </Panel>
      )}
    </div>
  )
}

const Pending = ({ isPending, children }: { isPending: boolean; children: ReactNode }) => (
  <div
    aria-busy={isPending}
    className={classes('grid gap-5 transition-opacity duration-150', isPending && 'opacity-60')}
  >
    {children}
  </div>
)

type Part = readonly [label: string, of: (figures: SalesFigures) => number, format: (value: number) => string]
const PARTS: readonly Part[] = [
  ['Revenue', ({ revenue }) => revenue, formatDollars],
  ['Orders', ({ orders }) => orders, formatCount],
  ['Leads sold', ({ leads }) => leads, formatCount],
  ['Average order', ({ revenue, refunded, orders }) => (revenue + refunded) / Math.max(orders, 1), formatDollars],
]

/** What the period brought, each figure with its change; that of the revenue is the growth. */
function figuresOf(overview: AnsweredOverview): Figure[] {
  const { total, before } = overview
  const hasBefore = comparisonOf(overview) !== null
  return PARTS.map(([label, of, format]) => {
    const change = compare(of(total), of(before), (by) => format(by).replace('.00', ''))
    const note = label === 'Revenue' ? `Growth: ${change}` : change
    return { label, value: format(of(total)), note: hasBefore ? note : 'no sales before' }
  })
}

/** The days before the period, and what to call them; null if nothing was sold until they were over. */
function comparisonOf({ asked, salesSince }: AnsweredOverview) {
  const earlier = daysBefore(asked)
  if (salesSince === null || salesSince > earlier.to) return null
  const length = countDays(asked.from, asked.to)
  const words = length === 1 ? 'day before' : `${length} days before`
  const incomplete = ` The first sale was on ${formatDay(salesSince)}, so the comparison is incomplete.`
  return { earlier, words, caution: salesSince > earlier.from ? incomplete : '' }
}

function PeriodFigures({ overview }: { overview: AnsweredOverview }) {
  const { asked, isUnfinished, total } = overview
  const comparison = comparisonOf(overview)
  return (
    <div className="grid gap-2">
      <FigureStrip label="Figures of the period" figures={figuresOf(overview)} />
      <p role="status" className="text-xs text-muted">
        {formatDays(asked.from, asked.to)}
        {comparison
          ? `${isUnfinished ? ' so far, compared with the same hours of' : ', compared with'} the ${comparison.words} (${formatDays(comparison.earlier.from, comparison.earlier.to)}).${comparison.caution}`
          : '. Nothing sold before, so there is nothing to compare with.'}{' '}
        Refunded: {formatDollars(total.refunded)}; revenue is after refunds, the average before. Days end at midnight{' '}
        {zoneName(overview.timeZone)}.
      </p>
    </div>
  )
}

const Trends = ({ overview }: { overview: AnsweredOverview }) => (
  <SalesTrends
    titles={{ revenue: 'Revenue', orders: 'Orders' }}
    points={overview.series.map((one) => ({
      key: one.start,
      label: spanLabel(one.start, overview.asked.by),
      shortLabel: shortSpanLabel(one.start, overview.asked.by),
      now: one,
      before: one.before,
    }))}
    span={SPAN_NAMES[overview.asked.by]}
    beforeWords={comparisonOf(overview)?.words ?? null}
    isLastOpen={overview.isUnfinished}
  />
)

/** Since the store opened. */
function AllTime({ data }: { data: AdminAnalytics | undefined }) {
  if (!data) return null
  return (
    <section aria-label="The store’s figures" className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <h3 className="font-semibold">All time</h3>
      <FactList
        className="figures flex flex-wrap gap-x-6 gap-y-1"
        factLook="flex items-baseline gap-1.5"
        termLook="text-muted"
        facts={[
          ['Total Revenue', formatDollars(data.totalRevenue)],
          ['Total Orders', formatCount(data.totalOrders)],
          ['Leads Sold', formatCount(data.totalLeadsSold)],
        ]}
      />
    </section>
  )
}
