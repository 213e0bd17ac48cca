import { getRouteApi } from '@tanstack/react-router'
import { storeDayOf } from '#contract/store-day.ts'
import { AnalyticsView } from '#web/features/sales/analytics/analytics-view.tsx'
import { choicesOf, daysOf, type OverviewChoices, wordsOf } from '#web/features/sales/analytics/overview-choices.ts'
import { type DemandChoices, demandChoicesOf, demandWordsOf } from '#web/features/sales/demand/demand-choices.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { paths } from '#web/paths.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { partMissing } from '../store/late-parts.tsx'

const route = getRouteApi(paths.admin)
const loadDemand = () =>
  import('#web/features/sales/demand/demand-panel.tsx').then((file) => ({ default: file.DemandPanel }))

/** Analytics of the admin dashboard. Its state is in the URL, so a reload, a shared link and Back restore it. */
export function AnalyticsTab() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const timeZone = useStoreZone()
  const overview = choicesOf(search)
  const demand = demandChoicesOf(search)
  const period = daysOf(overview, storeDayOf(serverNow(), timeZone))
  const show = (choices: { overview: OverviewChoices; demand: DemandChoices }) => {
    const words = { tab: search.tab, ...wordsOf(choices.overview), ...demandWordsOf(choices.demand) }
    const said = Object.entries(words).filter(([, word]) => word)
    void navigate({ search: Object.fromEntries(said), resetScroll: false })
  }
  return (
    <div className="grid gap-5">
      <AnalyticsView choices={overview} onChange={(next) => show({ overview: next, demand })} />
      {period.ok && (
        <LatePart
          load={loadDemand}
          props={{
            days: period.days,
            choices: demand,
            onChange: (next: DemandChoices) => show({ overview, demand: next }),
          }}
          waiting={<Skeleton className="h-96" />}
          failed={partMissing('Counties by Demand')}
        />
      )}
    </div>
  )
}
