import { getRouteApi } from '@tanstack/react-router'
import { AnalyticsView } from '#web/features/analytics/analytics-view.tsx'
import { choicesOf, type OverviewChoices, wordsOf } from '#web/features/analytics/overview-choices.ts'
import { paths } from '#web/paths.ts'

const route = getRouteApi(paths.admin)

/** Analytics of the admin dashboard. What it shows stands in the address: a reload, a shared link and "back" bring it again. */
export function AnalyticsTab() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const handleChange = (choices: OverviewChoices) => {
    const words = Object.entries({ tab: search.tab, ...wordsOf(choices) }).filter(([, word]) => word)
    void navigate({ search: Object.fromEntries(words), resetScroll: false })
  }
  return <AnalyticsView choices={choicesOf(search)} onChange={handleChange} />
}
