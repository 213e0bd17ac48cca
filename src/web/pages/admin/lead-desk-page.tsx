import { filtersOf } from '#web/features/admin/leads/lead-data.ts'
import { LeadDeskView } from '#web/features/admin/leads/lead-desk-view.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { useDeskSearch } from './use-desk-search.ts'

/** Leads, with their filters in the URL. */
export function LeadDeskPage() {
  const { search, change } = useDeskSearch()
  const filters = filtersOf(search)
  const { state, county } = filters
  return (
    <LeadDeskView
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
