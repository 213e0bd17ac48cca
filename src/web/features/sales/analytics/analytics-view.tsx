import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useAdminAnalytics } from './analytics-data.ts'
import { AnalyticsFigures } from './analytics-figures.tsx'
import type { OverviewChoices } from './overview-choices.ts'
import { PackagePerformance } from './package-performance.tsx'
import { SalesOverview } from './sales-overview.tsx'

interface AnalyticsViewProps {
  choices: OverviewChoices
  onChange: (choices: OverviewChoices) => void
}

/** How the business is doing: in total, over a period, and by package. */
export function AnalyticsView({ choices, onChange }: AnalyticsViewProps) {
  const query = useAdminAnalytics()
  const { data, error, isPending } = query
  return (
    <div className="grid gap-5">
      <ListTrouble list={query} title="The figures could not be loaded" />
      <AnalyticsFigures data={data} isFailed={error !== null} />
      {data?.totalOrders === 0 ? <NothingSold /> : <SalesOverview choices={choices} onChange={onChange} />}
      {data && <PackagePerformance rows={data.packagePerformance} />}
      {isPending && <Loading words="Loading the figures" height="h-72" />}
    </div>
  )
}

/** Shown until something is sold. */
function NothingSold() {
  return (
    <Panel title="Sales History Overview">
      <EmptyState title="Sales History Coming Soon">
        Revenue and orders over time appear here after your first paid order.
      </EmptyState>
    </Panel>
  )
}
