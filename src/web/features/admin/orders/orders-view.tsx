import { CircleCheck, Send, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { resendMessage } from '#contract/admin/messages.ts'
import { countOrders, exportOrders, ORDER_CELLS } from '#contract/admin/order-export.ts'
import { getAdminOrder, type ListedOrder, listOrders } from '#contract/admin/order-screen.ts'
import { CHANNEL_NAMES, DIMENSION_NAMES } from '#contract/sales/analytics.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { type BulkAsked, BulkDialog, DeliveredDialog, useBulk } from '#web/lib/bulk-dialog.tsx'
import { addressOf, callApi } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { ChosenExport, ExportButton } from '#web/lib/export-button.tsx'
import { DayRangeFields, FilterSelect, ListHead, useMemberNames } from '#web/lib/filter-fields.tsx'
import { formatPlural } from '#web/lib/format.ts'
import { zoneName } from '#web/lib/format-day.ts'
import { DONE, type Outcome, skipped } from '#web/lib/run-each.ts'
import { SavedViews } from '#web/lib/saved-views.tsx'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { reload } from '#web/lib/use-change.ts'
import { useCount, usePages } from '#web/lib/use-pages.ts'
import { timesNote } from '#web/lib/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { type BulkActions, PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState } from '#web/ui/panel.tsx'
import * as orderData from './order-data.ts'
import { TOUCHED_PATHS } from './order-data.ts'
import { OrderDrawer, type OrderOf, type PackagesOf } from './order-drawer.tsx'
import { orderColumns, REFERENCE_LOOK } from './order-table.tsx'
import { METHOD_NAMES, STATUS_FILTERS } from './order-words.ts'

/** Emails the buyer of an order its latest confirmation again. The same attempt does it once. */
async function resendConfirmation({ id }: ListedOrder, attemptId: string): Promise<Outcome> {
  const { messages } = await callApi(getAdminOrder, { params: { orderId: id } })
  // Resent ones are of the same kind.
  const [latest] = messages
    .filter(({ kind, channel }) => kind === 'order_confirmation' && channel === 'email')
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  if (!latest) return skipped('without a confirmation of its own')
  await callApi(resendMessage, { params: { messageId: latest.id }, body: { attemptId } })
  return DONE
}

type OrderAct = 'deliver' | 'resend'

/** What another feature does about the deliveries of an order. */
interface DeliveryActs {
  /** Marks what waits for a person as delivered; the buyer gets the note. */
  deliverByHand: (order: ListedOrder, note: string) => Promise<Outcome>
  /** Emails new links to what was delivered. */
  sendAgain: (order: ListedOrder, attemptId: string) => Promise<Outcome>
}

type ChosenOrdersProps = { orders: readonly ListedOrder[]; onAsk: (act: OrderAct) => void; onDone: () => void }

const ChosenOrders = ({ orders, onAsk, onDone }: ChosenOrdersProps) => (
  <>
    {orders.some(({ paidAt }) => paidAt !== null) && (
      <>
        <Button icon={CircleCheck} size="small" onClick={() => onAsk('deliver')}>
          Mark delivered
        </Button>
        <Button icon={Send} size="small" onClick={() => onAsk('resend')}>
          Resend email
        </Button>
      </>
    )}
    <ChosenExport name="orders-chosen.csv" cells={ORDER_CELLS} rows={orders} onDone={onDone} />
  </>
)

const SHARED = {
  rowKey: ({ id }: ListedOrder) => id,
  nameOf: ({ reference, fullName }: ListedOrder) => (fullName ? `${reference}, ${fullName}` : reference),
  onSettled: () => void reload(TOUCHED_PATHS),
} as const

type BulkOrdersProps = { asked: BulkAsked<OrderAct, ListedOrder>; acts: DeliveryActs }

const BulkOrders = (props: BulkOrdersProps) =>
  props.asked.kind === 'deliver' ? <DeliverMany {...props} /> : <ResendMany {...props} />

const DeliverMany = ({ asked: { rows, onClose }, acts }: BulkOrdersProps) => (
  <DeliveredDialog
    {...SHARED}
    title={`Mark ${formatPlural(rows.length, 'order')} delivered`}
    rows={rows}
    deliver={acts.deliverByHand}
    onClose={onClose}
  >
    <p>
      This is for packages that wait for a person. Each buyer gets an email with your note. An order is processed once
      all its packages are delivered.
    </p>
  </DeliveredDialog>
)

const MAILS = choicesOf({ confirmation: 'Order confirmation', delivery: 'New link to the leads' })

function ResendMany({ asked: { rows, onClose }, acts }: BulkOrdersProps) {
  const [mail, setMail] = useState<(typeof MAILS)[number]['value']>('confirmation')
  const attempt = useAttempt()
  return (
    <BulkDialog
      {...SHARED}
      title={`Email the buyers of ${formatPlural(rows.length, 'order')} again?`}
      rows={rows}
      act={(order) => (mail === 'delivery' ? acts.sendAgain : resendConfirmation)(order, attempt.idFor(mail))}
      doneWord="sent"
      confirmLabel={mail === 'delivery' ? 'Send new links' : 'Send confirmations'}
      onClose={onClose}
    >
      <div>
        <Choice legend="Which email" options={MAILS} value={mail} onChange={setMail} />
      </div>
      <p>
        {mail === 'delivery'
          ? 'Each buyer gets a new link to every package that was delivered. Their earlier links stop working at once.'
          : 'Each buyer gets the confirmation of their order again, as it is now.'}
      </p>
    </BulkDialog>
  )
}

interface OrderToolbarProps {
  filters: orderData.OrderFilters
  onChange: (filters: orderData.OrderFilters) => void
  more?: ReactNode
  children?: ReactNode
}

/** Search and filters. Rarely used ones are folded. */
function OrderToolbar({ filters, onChange, more, children }: OrderToolbarProps) {
  const { status, kind, member, method, from, to } = filters
  const rare = [kind, member, method, from, to].filter(Boolean)
  const [isOpen, setIsOpen] = useState(rare.length > 0)
  const set = { filters, onFilter: onChange }
  return (
    <ListHead
      label="Search by reference, name, email, phone or amount"
      placeholder="LY-7K3M9QXD, Lovelace, 555-0184, $638"
      value={filters.search}
      onSearch={(search) => onChange({ ...filters, search, dimension: '', value: '', label: '' })}
      count={rare.length + Number(status !== '')}
      more={more}
    >
      <FilterSelect {...set} name="status" label="Status" placeholder="All paid orders" names={STATUS_FILTERS} />
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} className="max-sm:grow">
        {isOpen ? 'Fewer filters' : 'More filters'}
      </Button>
      {children}
      {isOpen && <MoreFilters filters={filters} onChange={onChange} />}
    </ListHead>
  )
}

function MoreFilters({ filters, onChange }: OrderToolbarProps) {
  const timeZone = useStoreZone()
  const set = { filters, onFilter: onChange }
  return (
    <div className="order-1 grid w-full gap-1.5">
      <div className="flex flex-wrap items-start gap-3">
        <FilterSelect {...set} name="kind" label="Sold through" placeholder="Any" names={CHANNEL_NAMES} />
        <FilterSelect {...set} name="member" label="Rep" placeholder="Any" names={useMemberNames()} />
        <FilterSelect {...set} name="method" label="Paid by" placeholder="Any" names={METHOD_NAMES} />
        <DayRangeFields {...set} className="w-full xs:w-40" />
      </div>
      <p className="text-xs text-muted">
        Days in {zoneName(timeZone)}: when the order was paid, placed (if unpaid) or canceled.
      </p>
    </div>
  )
}

interface OrdersViewProps {
  filters: orderData.OrderFilters
  onFilter: (filters: orderData.OrderFilters) => void
  openId: string | undefined
  onOpen: (orderId: string) => void
  packagesOf: PackagesOf
  deliverAll: OrderOf
  deliveryActs: DeliveryActs
}

/** All orders, with search and filters, and one of them in the drawer. The URL has all of this. */
export function OrdersView({ filters, onFilter, openId, onOpen, deliveryActs, ...parts }: OrdersViewProps) {
  const sort = { key: filters.sort || 'date', direction: filters.direction || 'desc' } as const
  const words = { ...orderData.queryOf(filters), sort: sort.key, direction: sort.direction }
  const list = usePages(listOrders, words, {
    againMs: 15_000,
    isWatched: (rows) => rows.some((row) => row.status === 'awaiting_payment'),
  })
  const total = useCount(countOrders.path, orderData.queryOf(filters))
  const { asked, ask } = useBulk<OrderAct, ListedOrder>()
  const bulk: BulkActions<ListedOrder> = {
    nameOf: ({ reference }) => reference,
    actions: (orders, onDone) => (
      <ChosenOrders orders={orders} onAsk={(act) => ask(act, orders, onDone)} onDone={() => onDone()} />
    ),
  }
  const columns = orderColumns(
    ({ id, reference }) => (
      <button type="button" onClick={() => onOpen(id)} className={REFERENCE_LOOK}>
        {reference}
      </button>
    ),
    orderData.canSortByTotal(filters.status),
  )
  return (
    <>
      <div className="grid gap-4">
        <OrderToolbar
          filters={filters}
          onChange={onFilter}
          more={<ExportButton address={addressOf(exportOrders.path, { query: words })} what="these orders" />}
        >
          <SavedViews list="orders" words={{ ...filters }} onOpen={(view) => onFilter(orderData.filtersOf(view))}>
            {orderData.isNarrowed(filters) && (
              <Button size="small" look="quiet" icon={X} onClick={() => onFilter(orderData.withoutFilters(filters))}>
                Show all
              </Button>
            )}
          </SavedViews>
        </OrderToolbar>
        {filters.dimension && (
          <p className="justify-self-start rounded-full border border-accent/40 bg-accent-quiet px-3 py-1 text-sm">
            Orders behind this figure: {DIMENSION_NAMES[filters.dimension]}:{' '}
            {filters.label || filters.value || 'Without a rep'}
          </p>
        )}
        <PagedTable
          list={list}
          label="Orders"
          total={total}
          bulk={bulk}
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={({ id }) => onOpen(id)}
          sort={sort}
          onSort={(key) => onFilter(orderData.sortedBy(filters, key))}
          errorTitle="The orders could not be loaded"
          footnote={timesNote()}
          empty={
            orderData.isNarrowed(filters) ? (
              <EmptyState
                title="No orders found"
                action={
                  <Button onClick={() => onFilter(orderData.withoutFilters(filters))}>Show all paid orders</Button>
                }
              >
                Choose another status, other days, or fewer filters. Find unpaid orders by reference or by status.
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
      {openId && <OrderDrawer key={openId} orderId={openId} {...parts} onClose={() => onOpen('')} />}
    </>
  )
}
