import { filtersOf } from '#web/features/admin/leads/lead-data.ts'
import { LeadDeskView } from '#web/features/admin/leads/lead-desk-view.tsx'
import { useDeskSearch } from './use-desk-search.ts'

/** Leads, with their filters in the URL. */
export function LeadDeskPage() {
  const { search, change } = useDeskSearch()
  return (
    <LeadDeskView
      filters={filtersOf(search)}
      onFilter={({ state, county, leadType, tier }) => change({ state, county, type: leadType, tier })}
    />
  )
}
