import type { AdminOrder } from '#contract/admin/order-screen.ts'
import { filtersOf } from '#web/features/admin/orders/order-data.ts'
import { OrderDrawer } from '#web/features/admin/orders/order-drawer.tsx'
import { OrdersView } from '#web/features/admin/orders/orders-view.tsx'
import { deliverByHand, sendAgain } from '#web/features/delivery/fulfillment/fulfillment-data.ts'
import { OrderDeliveries } from '#web/features/delivery/fulfillment/order-deliveries.tsx'
import { useTeamSearch } from '#web/lib/use-team-search.tsx'

const deliveryOf = ({ id, reference, lines }: AdminOrder) => (
  <OrderDeliveries reference={reference} lines={lines} orderId={id} />
)

/** An order over another page, with how it is delivered. */
export const OpenedOrder = (props: { orderId: string; onClose: () => void }) => (
  <OrderDrawer {...props} deliveryOf={deliveryOf} />
)

const DELIVERY_ACTS = { deliverByHand, sendAgain }

/** Orders, with their filters and the open one in the URL. */
export default function OrdersPage() {
  const { search, change } = useTeamSearch()
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
