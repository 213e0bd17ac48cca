import { type ReactNode, useMemo } from 'react'
import type { AdminOrder, ListedOrder } from '#contract/admin/order-screen.ts'
import { ExportButton } from '#web/lib/export-button.tsx'
import { timeZoneWord } from '#web/lib/format.ts'
import { SavedViews } from '#web/lib/saved-views.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { useBulk } from '#web/lib/use-bulk.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type BulkActions, PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { BulkOrders, ChosenOrders, type DeliveryActs, type OrderAct } from './bulk-orders.tsx'
import { orderColumns, REFERENCE_LOOK } from './order-columns.tsx'
import { exportAddress, useOrderCount, useOrders } from './order-data.ts'
import { OrderDrawer } from './order-drawer.tsx'
import {
  canSortByTotal,
  filtersOf,
  isNarrowed,
  type OrderFilters,
  sortedBy,
  withoutFilters,
  wordsOf,
} from './order-filters.ts'
import { OrderToolbar } from './order-toolbar.tsx'

interface OrdersViewProps {
  filters: OrderFilters
  onFilter: (filters: OrderFilters) => void
  /** The order that the drawer shows. */
  openId: string | null
  onOpen: (orderId: string | null) => void
  /** How the order in the drawer is delivered, from another feature. */
  deliveryOf: (order: AdminOrder) => ReactNode
  deliveryActs: DeliveryActs
}

/** All orders, with search and filters, and one of them in the drawer. The URL has all of this. */
export function OrdersView({ filters, onFilter, openId, onOpen, deliveryOf, deliveryActs }: OrdersViewProps) {
  const list = useOrders(filters)
  const total = useOrderCount(filters)
  const { asked, ask } = useBulk<OrderAct, ListedOrder>()
  const bulk: BulkActions<ListedOrder> = {
    nameOf: ({ reference }) => reference,
    actions: (orders, onDone) => (
      <ChosenOrders orders={orders} onAsk={(act) => ask(act, orders, onDone)} onDone={() => onDone()} />
    ),
  }
  const hasTotals = canSortByTotal(filters.status)
  const columns = useMemo(
    () =>
      orderColumns(
        ({ id, reference }) => (
          <button type="button" onClick={() => onOpen(id)} className={REFERENCE_LOOK}>
            {reference}
          </button>
        ),
        hasTotals,
      ),
    [onOpen, hasTotals],
  )
  const isSearched = filters.search.trim() !== ''
  return (
    <Panel title="Orders" intro="Find an order, see what happened to it, and refund it.">
      <div className="grid gap-4">
        <OrderToolbar filters={filters} onChange={onFilter}>
          <ExportButton address={exportAddress(filters)} what="these orders" />
        </OrderToolbar>
        <SavedViews list="orders" words={wordsOf(filters)} onOpen={(words) => onFilter(filtersOf(words))} />
        <PagedTable
          list={list}
          label="Orders"
          total={total}
          bulk={bulk}
          columns={columns}
          rowKey={({ id }) => id}
          sort={{ key: filters.sort, direction: filters.direction }}
          onSort={(key) => onFilter(sortedBy(filters, key === 'total' ? 'total' : 'date'))}
          errorTitle="The orders could not be loaded"
          footnote={`Times are in your time zone (${timeZoneWord(serverNow())}).`}
          empty={
            list.hasNextPage ? (
              <EmptyState title="No match yet">
                Press “Show more” or use fewer filters: the list searches a few hundred orders at a time.
              </EmptyState>
            ) : isNarrowed(filters) ? (
              <EmptyState
                title="No orders found"
                action={<Button onClick={() => onFilter(withoutFilters(filters))}>Show all paid orders</Button>}
              >
                {isSearched
                  ? 'Search by any part of a name or email address, a phone number, an amount, a reference, or a full payment ID. Find unpaid orders by reference or by state.'
                  : 'Choose another state, other days, or fewer filters.'}
              </EmptyState>
            ) : (
              <EmptyState title="No sales yet">
                Every paid order appears here right away with its packages, buyer and payment.
              </EmptyState>
            )
          }
        />
      </div>
      {asked && <BulkOrders asked={asked} acts={deliveryActs} />}
      {openId && <OrderDrawer key={openId} orderId={openId} deliveryOf={deliveryOf} onClose={() => onOpen(null)} />}
    </Panel>
  )
}
