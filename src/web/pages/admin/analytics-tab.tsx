import { storeDayOf } from '#contract/store-day.ts'
import { AnalyticsView } from '#web/features/sales/analytics/analytics-view.tsx'
import { choicesOf, daysOf, type OverviewChoices, wordsOf } from '#web/features/sales/analytics/overview-choices.ts'
import { type DemandChoices, demandChoicesOf, demandWordsOf } from '#web/features/sales/demand/demand-choices.ts'
import { DemandPanel } from '#web/features/sales/demand/demand-panel.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'

/** Analytics of the admin dashboard. Its state is in the URL, so a reload, a shared link and Back restore it. */
export default function AnalyticsTab() {
  const { search, show } = useTeamSearch()
  const timeZone = useStoreZone()
  const overview = choicesOf(search)
  const demand = demandChoicesOf(search)
  const days = daysOf(overview, storeDayOf(serverNow(), timeZone))
  const handleChange = (choices: { overview?: OverviewChoices; demand?: DemandChoices }) =>
    show({ ...wordsOf(choices.overview ?? overview), ...demandWordsOf(choices.demand ?? demand) })
  return (
    <div className="grid gap-5">
      <AnalyticsView choices={overview} days={days} onChange={(next) => handleChange({ overview: next })} />
      {days && <DemandPanel days={days} choices={demand} onChange={(next) => handleChange({ demand: next })} />}
    </div>
  )
}
