import { filtersOf } from '#web/features/admin/leads/lead-data.tsx'
import { LeadScreenView } from '#web/features/admin/leads/lead-screen-view.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { useTeamSearch } from '#web/lib/use-team-search.ts'

/** Leads, with their filters in the URL. */
export default function LeadScreenPage() {
  const { search, change } = useTeamSearch()
  const filters = filtersOf(search)
  const { state, county } = filters
  return (
    <LeadScreenView
      filters={filters}
      search={
        <CountySearch
          className="w-72 max-sm:w-full"
          current={county ? { state, county } : undefined}
          onChoose={change}
        />
      }
      onFilter={({ state, county, leadType, tier }) => change({ state, county, type: leadType, tier })}
    />
  )
}
