import { CustomerTable } from '#web/features/links/customers/customer-table.tsx'
import { useListSearch } from './use-list-search.ts'
import { useStartInvoice } from './use-repeat-request.ts'

export default function CustomersTab() {
  const { search, change } = useListSearch()
  const startInvoice = useStartInvoice()
  return (
    <CustomerTable
      search={search.search ?? ''}
      onSearch={(text) => change({ search: text }, true)}
      openId={search.customer}
      onOpen={(customer) => change({ customer })}
      onInvoice={startInvoice}
    />
  )
}
