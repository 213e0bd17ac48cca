import { useMemo } from 'react'
import { requestColumns } from '#web/features/links/requests/request-columns.tsx'
import { RequestList } from '#web/features/links/requests/request-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SalesLink } from './sales-navigation.tsx'
import { useRequestFilters } from './use-list-search.ts'
import { useRepeatRequest } from './use-repeat-request.ts'

export default function RequestsTab() {
  const [filters, setFilters] = useRequestFilters()
  const { mutate: repeat } = useRepeatRequest()
  const columns = useMemo(() => requestColumns(repeat), [repeat])
  return (
    <RequestList
      label="Payment requests"
      columns={columns}
      filters={filters}
      onFilter={setFilters}
      empty={<NothingSent />}
    />
  )
}

/** Shown here and under Sales History before the first invoice. */
export const NothingSent = () => (
  <EmptyState
    title="Nothing sent yet"
    action={
      <SalesLink tab="invoice" look="primary">
        Generate Invoice
      </SalesLink>
    }
  >
    Every invoice you send appears here with its link, and shows when it was opened and paid.
  </EmptyState>
)
