import type { ReactNode } from 'react'
import type { ListedOrder } from '#contract/admin/order-screen.ts'
import { formatDollars } from '#web/lib/format.ts'
import { refundWords } from '#web/lib/refund-words.ts'
import { When } from '#web/lib/when.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { CHANNEL_NAMES, METHOD_NAMES, orderPill, packagesWords } from './order-words.ts'

export const REFERENCE_LOOK = 'figures font-semibold whitespace-nowrap text-accent hover:underline'

/** The columns of lists of orders: one line for each order. @param reference the button or link that opens an order */
export const orderColumns = (
  reference: (order: ListedOrder) => ReactNode,
  canSortByTotal = true,
): readonly Column<ListedOrder>[] => [
  { header: 'Order', isTitle: true, isUnbroken: true, cell: reference },
  { header: 'Packages', cell: (order) => <OneLine text={packagesWords(order)} /> },
  {
    header: 'Buyer',
    cell: ({ fullName, email }) => (
      <OneLine text={fullName ?? email ?? 'Unknown'} title={email ?? undefined} className="@3xl:min-w-36" />
    ),
  },
  { header: 'Sold through', isUnbroken: true, cell: ({ channel, repName }) => repName ?? CHANNEL_NAMES[channel] },
  {
    header: 'When',
    sortKey: 'date',
    isUnbroken: true,
    cell: ({ paidAt, createdAt }) => <When at={paidAt ?? createdAt} />,
  },
  {
    header: 'Total',
    ...(canSortByTotal && { sortKey: 'total' }),
    isNumber: true,
    cell: ({ total }) => formatDollars(total),
  },
  {
    header: 'Paid by',
    isUnbroken: true,
    cell: ({ paymentMethod, paidAt }) => (paidAt ? METHOD_NAMES[paymentMethod] : 'Not paid'),
  },
  {
    header: 'Status',
    cell: (order) => (
      <span className="flex flex-wrap gap-1">
        <StatusPill tone={orderPill(order).tone}>{orderPill(order).name}</StatusPill>
        {order.isDisputed && <StatusPill tone="over">Disputed</StatusPill>}
        {/* A fully refunded order says so in its pill. */}
        {order.status !== 'refunded' && refundWords(order) && (
          <span className="text-xs/5 whitespace-nowrap text-muted">{refundWords(order)}</span>
        )}
      </span>
    ),
  },
]

type OneLineProps = { text: string; title?: string | undefined; className?: string }

/** A text on one line of the table; a card shows all of it. */
const OneLine = ({ text, title = text, className }: OneLineProps) => (
  <span className={classes('block @3xl:line-clamp-1', className)} dir="auto" title={title}>
    {text}
  </span>
)
