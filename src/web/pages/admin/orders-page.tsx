import type { AdminOrder } from '#contract/admin/order-screen.ts'
import { filtersOf } from '#web/features/admin/orders/order-data.ts'
import { OrdersView } from '#web/features/admin/orders/orders-view.tsx'
import { deliverByHand, sendAgain } from '#web/features/delivery/fulfillment/bulk-delivery.ts'
import { OrderDeliveries } from '#web/features/delivery/fulfillment/order-deliveries.tsx'
import { useSectionSearch } from './use-section-search.tsx'

const deliveryOf = ({ id, reference, lines }: AdminOrder) => (
  <OrderDeliveries reference={reference} lines={lines} orderId={id} />
)

const DELIVERY_ACTS = { deliverByHand, sendAgain }

/** Orders, with their filters and the open one in the URL. */
export default function OrdersPage() {
  const { search, change } = useSectionSearch()
  const filters = filtersOf(search)
  return (
    <OrdersView
      filters={filters}
      onFilter={(next) => change(next, next.search !== filters.search)}
      openId={search.open}
      onOpen={(open) => change({ open })}
      deliveryOf={deliveryOf}
      deliveryActs={DELIVERY_ACTS}
    />
  )
}
