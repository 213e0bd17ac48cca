import { useCallback } from 'react'
import { filtersOf, wordsOf } from '#web/features/order-desk/order-data.ts'
import { OrdersView } from '#web/features/order-desk/orders-view.tsx'
import { useDeskSearch } from './use-desk-search.ts'

/** Orders of the desk, with what they are narrowed to and the one looked at in the address. */
export function OrdersPage() {
  const { search, change } = useDeskSearch()
  const filters = filtersOf(search)
  const open = useCallback((orderId: string | null) => change({ open: orderId ?? '' }), [change])
  return (
    <OrdersView
      filters={filters}
      onFilter={(next) => change(wordsOf(next), next.search !== filters.search)}
      openId={search.open ?? null}
      onOpen={open}
    />
  )
}
