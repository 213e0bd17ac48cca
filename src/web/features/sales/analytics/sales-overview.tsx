import type { ReactNode } from 'react'
import { storeDayOf } from '#contract/store-day.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { zoneName } from '#web/lib/store-days.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { type AnsweredOverview, useSalesOverview } from './analytics-data.ts'
import { DownloadButton } from './download-button.tsx'
import { daysOf, type OverviewChoices, spanOf } from './overview-choices.ts'
import { OverviewToolbar } from './overview-toolbar.tsx'
import { SPAN_NAMES } from './overview-words.ts'
import { PartsPanel } from './parts-panel.tsx'
import { PeriodFigures } from './period-figures.tsx'
import { SeriesTable } from './series-table.tsx'

/** The chart library is larger than the rest of the tab. */
const loadCharts = () => import('./series-charts.tsx').then((file) => ({ default: file.SeriesCharts }))

interface SalesOverviewProps {
  choices: OverviewChoices
  onChange: (choices: OverviewChoices) => void
}

/** The sales of a period over time and by source; the choices are in the URL. */
export function SalesOverview({ choices, onChange }: SalesOverviewProps) {
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
      <Panel title="Sales History Overview" intro={overview && <ZoneNote timeZone={overview.timeZone} />}>
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
                  makeFile={async () => (await import('./analytics-csv.ts')).seriesFile(overview)}
                />
              </div>
            </Pending>
          ) : (
            isLoading && <LoadingOverview />
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

/** Dims what still shows the previous choice until the reply is here. */
function Pending({ isPending, children }: { isPending: boolean; children: ReactNode }) {
  return (
    <div
      aria-busy={isPending}
      className={classes('grid gap-5 transition-opacity duration-150', isPending && 'opacity-60')}
    >
      {children}
    </div>
  )
}

function Series({ overview, isTable }: { overview: AnsweredOverview; isTable: boolean }) {
  if (isTable) return <SeriesTable overview={overview} />
  return (
    <div className="relative">
      <LatePart
        load={loadCharts}
        props={{ overview }}
        waiting={<Skeleton className="h-56" />}
        failed={(retry) => (
          <Notice
            tone="danger"
            title="The charts could not be loaded"
            action={<Button onClick={retry}>Try again</Button>}
          >
            Check your connection. The table has the same figures.
          </Notice>
        )}
      />
      {/* The chart above in words, for screen readers. */}
      <div className="sr-only">
        <SeriesTable overview={overview} />
      </div>
    </div>
  )
}

function ZoneNote({ timeZone }: { timeZone: string }) {
  return (
    <>
      Days start at midnight in the store’s time zone, {zoneName(timeZone, serverNow())}. Revenue is what buyers paid
      after offers, minus refunds. Figures update every 30 seconds.
    </>
  )
}

function LoadingOverview() {
  return (
    <div className="grid gap-5">
      <LoadingWords>Loading the sales history</LoadingWords>
      <Skeleton className="h-24" />
      <Skeleton className="h-56" />
    </div>
  )
}
