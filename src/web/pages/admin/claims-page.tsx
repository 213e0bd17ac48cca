import { ClaimsView } from '#web/features/claims/claims-view.tsx'
import { useSectionSearch } from './use-section-search.ts'

/** Claims, with their filter in the URL. */
export default function ClaimsPage() {
  const { search, change } = useSectionSearch()
  return (
    <ClaimsView
      filter={search.status === 'answered' ? 'answered' : 'open'}
      onFilter={(filter) => change({ status: filter === 'open' ? '' : filter })}
    />
  )
}
