import { type ReactNode, useMemo } from 'react'
import { countDays, type Day } from '#contract/days.ts'
import type { SalesFigures } from '#contract/sales/analytics.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { formatDay, formatDays, zoneName } from '#web/lib/format-day.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { classes } from '#web/ui/classes.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { chartsMissing, ListTrouble } from '#web/ui/error-notice.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { type AnsweredOverview, useSalesOverview } from './analytics-data.ts'
import { compare } from './comparison.ts'
import { daysBefore, daysOf, isCut, type OverviewChoices, spanOf } from './overview-choices.ts'
import { DownloadButton, OverviewToolbar } from './overview-toolbar.tsx'
import { SPAN_NAMES, spanLabel } from './overview-words.ts'
import { FIGURE_COLUMNS, PartsPanel } from './parts-panel.tsx'

function PeriodFigures({ overview }: { overview: AnsweredOverview }) {
  const { asked, total, before, isUnfinished, salesSince } = overview
  const earlier = daysBefore(asked)
  const hasBefore = salesSince !== null && salesSince <= earlier.to
  const length = countDays(asked.from, asked.to)
  const figures = [
    { label: 'Revenue', name: 'revenue', format: formatDollars },
    { label: 'Orders', name: 'orders', format: formatCount },
    { label: 'Packages', name: 'packages', format: formatCount },
    { label: 'Leads', name: 'leads', format: formatCount },
  ] as const
  return (
    <div className="grid gap-2">
      <FigureStrip
        label="Figures of the period"
        figures={figures.map(({ label, name, format }) => ({
          label,
          value: format(total[name]),
          note: hasBefore ? compare(total[name], before[name], format) : 'no sales before',
        }))}
      />
      <p role="status" className="text-xs text-muted">
        {formatDays(asked.from, asked.to)}
        {hasBefore
          ? `${isUnfinished ? ' so far, compared with the same hours of' : ', compared with'} the ${length === 1 ? 'day' : `${length} days`} before (${formatDays(earlier.from, earlier.to)}).`
          : '. Nothing sold before, so there is nothing to compare with.'}
        {hasBefore &&
          salesSince > earlier.from &&
          ` The first sale was on ${formatDay(salesSince)}, so the comparison is incomplete.`}
        {total.refunded > 0 && ` ${formatDollars(total.refunded)} in refunds in this period is already taken off.`}
        {isCut(asked) && ` A ${asked.by} at either end counts only its days in this period.`}
      </p>
    </div>
  )
}

function SeriesTable({ overview: { asked, series } }: { overview: AnsweredOverview }) {
  const columns = useMemo(
    (): readonly Column<SalesFigures & { start: Day }>[] => [
      {
        header: SPAN_NAMES[asked.by],
        isTitle: true,
        isUnbroken: true,
        cell: (row) => <strong>{spanLabel(row.start, asked.by)}</strong>,
      },
      ...FIGURE_COLUMNS,
    ],
    [asked.by],
  )
  return (
    <DataTable
      label={`Sales by ${SPAN_NAMES[asked.by].toLowerCase()}`}
      columns={columns}
      rows={series}
      rowKey={(row) => row.start}
    />
  )
}

/** The chart library is larger than the rest of the tab. */
const loadCharts = () => import('./series-charts.tsx')

export function SalesOverview(props: { choices: OverviewChoices; onChange: (choices: OverviewChoices) => void }) {
  const { choices, onChange } = props
  const timeZone = useStoreZone()
  const period = daysOf(choices, storeDayOf(serverNow(), timeZone))
  const days = period.ok ? period.days : null
  const by = days ? spanOf(choices.by, days) : 'day'
  const asked = days && { ...days, by, dimension: choices.dimension }
  const query = useSalesOverview(asked)
  const { data, error, isPlaceholderData } = query
  const refused = error?.code === 'period_invalid' ? { to: error.sentence } : null
  const overview = days && !refused ? data : null
  const isLoading = days !== null && !overview && !error
  return (
    <>
      <Panel title="Sales History Overview" intro={overview && zoneNote(overview.timeZone)}>
        <div className="grid gap-5">
          <OverviewToolbar
            choices={choices}
            onChange={onChange}
            days={days}
            by={by}
            problem={refused ?? (period.ok ? null : period.problem)}
          />
          {!refused && <ListTrouble list={query} title="The sales history could not be loaded" />}
          {overview ? (
            <Pending isPending={isPlaceholderData}>
              <PeriodFigures overview={overview} />
              {overview.asked.from !== overview.asked.to && <Series overview={overview} isTable={choices.isTable} />}
              <div>
                <DownloadButton
                  of={`sales by ${SPAN_NAMES[overview.asked.by].toLowerCase()}`}
                  makeFile={(csv) => csv.seriesFile(overview)}
                />
              </div>
            </Pending>
          ) : (
            isLoading && (
              <>
                <LoadingWords>Loading the sales history</LoadingWords>
                <Skeleton className="h-24" />
                <Skeleton className="h-56" />
              </>
            )
          )}
        </div>
      </Panel>
      {isLoading && <Skeleton className="h-72" />}
      {overview && (
        <Pending isPending={isPlaceholderData}>
          <PartsPanel
            overview={overview}
            dimension={choices.dimension}
            onChange={(dimension) => onChange({ ...choices, dimension })}
          />
        </Pending>
      )}
    </>
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

function Series({ overview, isTable }: { overview: AnsweredOverview; isTable: boolean }) {
  if (isTable) return <SeriesTable overview={overview} />
  return (
    <div className="relative">
      <LatePart load={loadCharts} props={{ overview }} waiting={<Skeleton className="h-56" />} failed={chartsMissing} />
      <div className="sr-only">
        <SeriesTable overview={overview} />
      </div>
    </div>
  )
}

const zoneNote = (timeZone: string): string =>
  `Days start at midnight in the store’s time zone, ${zoneName(timeZone, serverNow())}. Revenue is what buyers paid after offers, minus refunds. Figures update every 30 seconds.`
