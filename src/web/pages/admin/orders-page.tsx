import { filtersOf } from '#web/features/admin/orders/order-data.ts'
import { OrderDrawer, type OrderOf, type PackagesOf } from '#web/features/admin/orders/order-drawer.tsx'
import { OrdersView } from '#web/features/admin/orders/orders-view.tsx'
import { deliverByHand, sendAgain } from '#web/features/delivery/fulfillment/fulfillment-data.ts'
import { DeliverAll, OrderDeliveries } from '#web/features/delivery/fulfillment/order-deliveries.tsx'
import { useTeamSearch } from '#web/lib/use-team-search.ts'

const deliverAll: OrderOf = (order) => <DeliverAll order={order} />

const packagesOf: PackagesOf = ({ id, reference, lines }, partsOf) => (
  <OrderDeliveries reference={reference} lines={lines} orderId={id} partsOf={partsOf} />
)

/** An order over another page, with how its packages are delivered. */
export const OpenedOrder = (props: { orderId: string; onClose: () => void }) => (
  <OrderDrawer {...props} packagesOf={packagesOf} deliverAll={deliverAll} />
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
      packagesOf={packagesOf}
      deliverAll={deliverAll}
      deliveryActs={DELIVERY_ACTS}
    />
  )
}
