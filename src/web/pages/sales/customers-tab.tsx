import { CustomerGrid } from '#web/features/links/customers/customer-grid.tsx'
import { useListSearch } from './use-list-search.ts'
import { useStartInvoice } from './use-repeat-request.ts'

export default function CustomersTab() {
  const { search, change } = useListSearch()
  const startInvoice = useStartInvoice()
  return (
    <CustomerGrid
      search={search.search ?? ''}
      onSearch={(text) => change({ search: text }, true)}
      openId={search.customer}
      onOpen={(customer) => change({ customer })}
      onInvoice={startInvoice}
    />
  )
}
