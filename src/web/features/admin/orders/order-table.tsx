import type { ReactNode } from 'react'
import type { ListedOrder } from '#contract/admin/order-screen.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { CHANNEL_NAMES } from '#contract/sales/analytics.ts'
import { formatDollars } from '#web/lib/format.ts'
import { refundWords, statusOf } from '#web/lib/order-statuses.ts'
import { packagesWords } from '#web/lib/places.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { When } from '#web/lib/when.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusPill } from '#web/ui/panel.tsx'
import { METHOD_NAMES } from './order-words.ts'

/** From when on a deadline is near. */
const URGENT_HOURS = 2

export const REFERENCE_LOOK = 'figures font-semibold whitespace-nowrap text-accent hover:underline'

/** What a paid order waits for and until when; amber when that is near. Nothing about one that is done or disputed. */
export function DueWords({ order }: { order: Pick<ListedOrder, 'status' | 'paidAt' | 'isDisputed'> }) {
  const { status, paidAt, isDisputed } = order
  if (status !== 'completed' || !paidAt || isDisputed) return null
  const hours = (Date.parse(paidAt) - serverNow()) / 3_600_000 + DELIVERY_HOURS.promised
  const look = hours < 0 ? 'text-danger' : hours < URGENT_HOURS ? 'text-attention' : 'text-muted'
  const left = hours < 1 ? `${Math.ceil(hours * 60)} min` : `${Math.floor(hours)} h`
  return (
    <span className={`figures text-xs font-medium whitespace-nowrap ${look}`}>
      {hours < 0 ? 'Delivery is late' : `Deliver in ${left}`}
    </span>
  )
}

/** The columns of lists of orders: one line for each order. @param reference the button or link that opens an order */
export const orderColumns = (
  reference: (order: ListedOrder) => ReactNode,
  canSortByTotal = true,
): readonly Column<ListedOrder>[] => [
  { header: 'Order', isTitle: true, isUnbroken: true, narrow: 'last', width: '@5xl:w-33', cell: reference },
  {
    header: 'Packages',
    narrow: 'hidden',
    cell: (order) => (
      <span className="flex gap-1" title={packagesWords(order)}>
        <span className="@5xl:truncate">{packagesWords({ ...order, packages: 1 })}</span>
        {order.packages > 1 && <span className="shrink-0 text-muted">+{order.packages - 1}</span>}
      </span>
    ),
  },
  {
    header: 'Buyer',
    narrow: 'cell',
    width: '@5xl:w-34',
    cell: ({ fullName, email }) => (
      <span dir="auto" title={[fullName, email].filter(Boolean).join(', ')} className="@max-3xl:font-semibold">
        {fullName ?? email ?? 'Unknown'}
      </span>
    ),
  },
  { header: 'Email', isOptional: 'hidden', narrow: 'hidden', cell: ({ email }) => email },
  {
    header: 'Sold through',
    isOptional: true,
    narrow: 'hidden',
    isUnbroken: true,
    width: '@5xl:w-25',
    cell: ({ channel, repName }) => repName ?? CHANNEL_NAMES[channel],
  },
  {
    header: 'When',
    narrow: 'hidden',
    sortKey: 'date',
    isUnbroken: true,
    width: '@5xl:w-37',
    cell: ({ paidAt, createdAt }) => <When at={paidAt ?? createdAt} />,
  },
  {
    header: 'Total',
    narrow: 'cell',
    width: '@5xl:w-24',
    ...(canSortByTotal && { sortKey: 'total' }),
    isNumber: true,
    cell: ({ total }) => formatDollars(total),
  },
  {
    header: 'Paid by',
    isOptional: 'hidden',
    narrow: 'hidden',
    isUnbroken: true,
    width: '@5xl:w-20',
    cell: ({ paymentMethod, paidAt }) => (paidAt ? METHOD_NAMES[paymentMethod] : 'Not paid'),
  },
  {
    header: 'Status',
    narrow: 'cell',
    width: '@5xl:w-62',
    cell: (order) => (
      <span className="flex flex-wrap items-center gap-1.5" title={refundWords(order) ?? undefined}>
        <StatusPill {...statusOf(order)}>{statusOf(order).name}</StatusPill>
        {order.isDisputed && <StatusPill tone="over">Disputed</StatusPill>}
        <DueWords order={order} />
      </span>
    ),
  },
]
