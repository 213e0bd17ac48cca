import { X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { AdminOrder, ListedOrder } from '#contract/admin/order-screen.ts'
import type { OrderStatus, PaymentMethod } from '#contract/orders/orders.ts'
import type { SalesChannel } from '#contract/sales/analytics.ts'
import { useBulk } from '#web/lib/bulk-dialog.tsx'
import { DayRangeFields } from '#web/lib/day-range-fields.tsx'
import { ExportButton } from '#web/lib/export-button.tsx'
import { timeZoneWord } from '#web/lib/format.ts'
import { SavedViews } from '#web/lib/saved-views.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { useStoreZone, zoneWords } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { type BulkActions, PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { BulkOrders, ChosenOrders, type DeliveryActs, type OrderAct } from './bulk-orders.tsx'
import { orderColumns, REFERENCE_LOOK } from './order-columns.tsx'
import {
  canSortByTotal,
  exportAddress,
  filtersOf,
  isNarrowed,
  type OrderFilters,
  sortedBy,
  useOrderCount,
  useOrders,
  useReps,
  withoutFilters,
  wordsOf,
} from './order-data.ts'
import { OrderDrawer } from './order-drawer.tsx'
import { CHANNEL_NAMES, figureWords, METHOD_NAMES, ORDER_STATUS_NAMES } from './order-words.ts'

const ALL_PAID = 'All paid orders'
const ANY = 'Any'

interface OrderToolbarProps {
  filters: OrderFilters
  onChange: (filters: OrderFilters) => void
  /** Further buttons beside the filters. */
  children?: ReactNode
}

/** Search and filters. Rarely used ones are folded on a phone. */
function OrderToolbar({ filters, onChange, children }: OrderToolbarProps) {
  const isFolding =
    filters.channel !== null ||
    filters.repId !== '' ||
    filters.method !== null ||
    filters.from !== '' ||
    filters.to !== ''
  const [isOpen, setIsOpen] = useState(isFolding)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-52 grow basis-72">
          <SearchField
            label="Search by reference, name, email, phone or amount"
            placeholder="LY-7K3M9QXD, Lovelace, 555-0184, $638"
            value={filters.search}
            onSearch={(search) => onChange({ ...filters, search, figure: null })}
          />
        </div>
        <Chosen<OrderStatus>
          label="State"
          any={ALL_PAID}
          names={ORDER_STATUS_NAMES}
          value={filters.status}
          onChange={(status) => onChange({ ...filters, status })}
        />
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} className="max-sm:w-full">
          {isOpen ? 'Fewer filters' : 'More filters'}
        </Button>
        {children}
      </div>
      {isOpen && <MoreFilters filters={filters} onChange={onChange} />}
      {isNarrowed(filters) && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          {filters.figure && (
            <p className="inline-flex items-center gap-2 rounded-full border border-accent/40 bg-accent-quiet px-3 py-1">
              Orders behind this figure: {figureWords(filters.figure)}
            </p>
          )}
          <Button size="small" look="quiet" onClick={() => onChange(withoutFilters(filters))}>
            <X size={14} aria-hidden="true" />
            Show all paid orders
          </Button>
        </div>
      )}
    </div>
  )
}

function MoreFilters({ filters, onChange }: OrderToolbarProps) {
  const reps = useReps()
  const timeZone = useStoreZone()
  const repNames = Object.fromEntries(reps.map(({ id, name }) => [id, name]))
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-start gap-3">
        <Chosen<SalesChannel>
          label="Sold through"
          any={ANY}
          names={CHANNEL_NAMES}
          value={filters.channel}
          onChange={(channel) => onChange({ ...filters, channel })}
        />
        <Chosen<string>
          label="Rep"
          any={ANY}
          names={repNames}
          value={filters.repId || null}
          onChange={(repId) => onChange({ ...filters, repId: repId ?? '' })}
        />
        <Chosen<PaymentMethod>
          label="Paid by"
          any={ANY}
          names={METHOD_NAMES}
          value={filters.method}
          onChange={(method) => onChange({ ...filters, method })}
        />
        <DayRangeFields
          from={filters.from}
          to={filters.to}
          onChange={(days) => onChange({ ...filters, ...days })}
          className="w-full xs:w-40"
        />
      </div>
      <p className="text-xs text-muted">
        Days in {zoneWords(timeZone)}: when the order was paid, placed (if unpaid) or canceled.
      </p>
    </div>
  )
}

interface ChosenProps<Value extends string> {
  label: string
  any: string
  names: Readonly<Record<Value, string>>
  value: Value | null
  onChange: (value: Value | null) => void
}

/** A choice of one value by its name, or any. */
function Chosen<Value extends string>({ label, any, names, value, onChange }: ChosenProps<Value>) {
  const known = Object.entries(names) as [Value, string][]
  return (
    <SelectField
      label={label}
      options={[any, ...known.map(([, name]) => name)]}
      value={value === null ? any : (names[value] ?? value)}
      onChange={({ target }) => onChange(known.find(([, name]) => name === target.value)?.[0] ?? null)}
      className="min-w-40 max-sm:grow max-sm:basis-36"
    />
  )
}

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
