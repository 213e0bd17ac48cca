import { useMemo } from 'react'
import { requestColumns } from '#web/features/links/requests/request-columns.tsx'
import { filtersOf, wordsOf } from '#web/features/links/requests/request-data.ts'
import { RequestList } from '#web/features/links/requests/request-list.tsx'
import { useTeamSearch } from '#web/lib/use-team-search.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useRepeatRequest } from '../sales/use-repeat-request.ts'

/** The payment links of all members, with their filters in the URL. */
export default function LinksPage() {
  const { search, change } = useTeamSearch()
  const filters = filtersOf(search)
  const { mutate: repeat } = useRepeatRequest()
  const columns = useMemo(() => requestColumns(repeat), [repeat])
  return (
    <RequestList
      label="Payment links"
      columns={columns}
      filters={filters}
      onFilter={(next) => change(wordsOf(next), next.search !== filters.search)}
      empty={<EmptyState title="Nothing sent yet">Every payment link that the team sends appears here.</EmptyState>}
    />
  )
}
