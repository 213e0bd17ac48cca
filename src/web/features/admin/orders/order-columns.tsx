import type { ListedOrder } from '#contract/admin/order-desk.ts'
import { formatDateTime, formatDollars } from '#web/lib/format.ts'
import { refundWords } from '#web/lib/refund-words.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { CHANNEL_NAMES, METHOD_NAMES, orderPill, packagesWords } from './order-words.ts'

/** The columns of the list. `onOpen` shows one order. */
export const orderColumns = (onOpen: (orderId: string) => void): Column<ListedOrder>[] => [
  {
    key: 'order',
    header: 'Order',
    isTitle: true,
    cell: (order) => (
      <>
        <button
          type="button"
          onClick={() => onOpen(order.id)}
          className="figures min-h-6 font-semibold whitespace-nowrap text-accent hover:underline"
        >
          {order.reference}
        </button>
        <p className="line-clamp-2 text-muted @3xl:min-w-56">{packagesWords(order)}</p>
      </>
    ),
  },
  {
    key: 'buyer',
    header: 'Buyer',
    cell: ({ fullName, email }) =>
      fullName || email ? (
        <>
          <span className="line-clamp-1" dir="auto">
            {fullName}
          </span>
          <span className="line-clamp-1 text-muted">{email}</span>
        </>
      ) : (
        <span className="text-muted">Unknown</span>
      ),
  },
  {
    key: 'sold',
    header: 'Sold through',
    isUnbroken: true,
    cell: ({ channel, repName }) => (
      <>
        {CHANNEL_NAMES[channel]}
        {repName && <span className="block text-muted">{repName}</span>}
      </>
    ),
  },
  {
    key: 'when',
    header: 'When',
    isUnbroken: true,
    cell: ({ paidAt, createdAt }) => (
      <>
        <time dateTime={paidAt ?? createdAt}>{formatDateTime(paidAt ?? createdAt)}</time>
        {!paidAt && <span className="block text-xs text-muted">placed, not paid</span>}
      </>
    ),
  },
  {
    key: 'total',
    header: 'Total',
    isNumber: true,
    cell: ({ total, refundedTotal, refundState, paymentMethod }) => (
      <>
        {formatDollars(total)}
        <span className="block text-xs text-muted">
          {refundWords({ refundedTotal, refundState }) ?? METHOD_NAMES[paymentMethod]}
        </span>
      </>
    ),
  },
  {
    key: 'status',
    header: 'State',
    cell: (order) => (
      <span className="flex flex-wrap gap-1">
        <StatusPill tone={orderPill(order).tone}>{orderPill(order).name}</StatusPill>
        {order.isDisputed && <StatusPill tone="over">Disputed</StatusPill>}
      </span>
    ),
  },
]
