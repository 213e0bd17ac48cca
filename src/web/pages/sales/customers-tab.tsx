import { CustomerTable } from '#web/features/links/customers/customer-table.tsx'
import { useTeamSearch } from '#web/lib/use-team-search.tsx'
import { useRepeatRequest, useStartInvoice } from './use-repeat-request.ts'

export default function CustomersTab() {
  const { search, change } = useTeamSearch()
  const startInvoice = useStartInvoice()
  const { mutate: repeat } = useRepeatRequest()
  return (
    <CustomerTable
      search={search.search ?? ''}
      onSearch={(text) => change({ search: text }, true)}
      openId={search.customer}
      onOpen={(customer) => change({ customer })}
      onInvoice={startInvoice}
      onRepeat={repeat}
    />
  )
}
