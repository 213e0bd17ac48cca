import type { ReactNode } from 'react'
import type { ListedOrder } from '#contract/admin/order-screen.ts'
import { formatDollars } from '#web/lib/format.ts'
import { refundWords, statusOf } from '#web/lib/order-statuses.ts'
import { packagesWords } from '#web/lib/places.ts'
import { When } from '#web/lib/when.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { CHANNEL_NAMES, METHOD_NAMES } from './order-words.ts'

export const REFERENCE_LOOK = 'figures font-semibold whitespace-nowrap text-accent hover:underline'

/** The columns of lists of orders: one line for each order. @param reference the button or link that opens an order */
export const orderColumns = (
  reference: (order: ListedOrder) => ReactNode,
  canSortByTotal = true,
): readonly Column<ListedOrder>[] => [
  { header: 'Order', isTitle: true, isUnbroken: true, narrow: 'cell', cell: reference },
  { header: 'Packages', narrow: 'hidden', cell: packagesWords },
  {
    header: 'Buyer',
    narrow: 'cell',
    cell: ({ fullName, email }) => (
      <span dir="auto" title={email ?? undefined}>
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
    cell: ({ channel, repName }) => repName ?? CHANNEL_NAMES[channel],
  },
  {
    header: 'When',
    narrow: 'hidden',
    sortKey: 'date',
    isUnbroken: true,
    cell: ({ paidAt, createdAt }) => <When at={paidAt ?? createdAt} />,
  },
  {
    header: 'Total',
    narrow: 'cell',
    ...(canSortByTotal && { sortKey: 'total' }),
    isNumber: true,
    cell: ({ total }) => formatDollars(total),
  },
  {
    header: 'Paid by',
    isOptional: true,
    narrow: 'hidden',
    isUnbroken: true,
    cell: ({ paymentMethod, paidAt }) => (paidAt ? METHOD_NAMES[paymentMethod] : 'Not paid'),
  },
  {
    header: 'Status',
    narrow: 'cell',
    cell: (order) => (
      <span className="flex gap-1" title={refundWords(order) ?? undefined}>
        <StatusPill tone={statusOf(order).tone}>{statusOf(order).name}</StatusPill>
        {order.isDisputed && <StatusPill tone="over">Disputed</StatusPill>}
      </span>
    ),
  },
]
