import { useMemo } from 'react'
import { CustomerTable } from '#web/features/links/customers/customer-table.tsx'
import { requestColumns } from '#web/features/links/requests/request-columns.tsx'
import { filtersOf, wordsOf } from '#web/features/links/requests/request-data.ts'
import { RequestList } from '#web/features/links/requests/request-list.tsx'
import { useTeamSearch } from '#web/lib/use-team-search.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useRepeatRequest, useStartInvoice } from '../sales/use-repeat-request.ts'

/** The payment links of all members, with their filters in the URL. */
export function LinksPage() {
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

/** The customers of all members, with the search and the open one in the URL. */
export function CustomersPage() {
  const { search, change } = useTeamSearch()
  const startInvoice = useStartInvoice()
  const { mutate: repeat } = useRepeatRequest()
  return (
    <CustomerTable
      search={search.search ?? ''}
      onSearch={(text) => change({ search: text }, true)}
      openId={search.open}
      onOpen={(open) => change({ open })}
      onInvoice={startInvoice}
      onRepeat={repeat}
    />
  )
}
