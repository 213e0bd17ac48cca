import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedOrder, listOrders } from '#contract/admin/order-desk.ts'
import { callPage } from '#web/lib/call-api.ts'
import { formatDateTime, formatDollars } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { CHANNEL_NAMES, orderPill, packagesWords } from './order-words.ts'

const ORDERS_SHOWN = 8
const WATCH_MS = 15_000
const PATH = '/api/admin/orders'

const COLUMNS: readonly Column<ListedOrder>[] = [
  {
    key: 'order',
    header: 'Order',
    isTitle: true,
    isUnbroken: true,
    cell: ({ id, reference }) => (
      <Link
        to={paths.adminDesk}
        params={{ section: 'orders' }}
        search={{ open: id }}
        className="figures font-semibold text-accent hover:underline"
      >
        {reference}
      </Link>
    ),
  },
  {
    key: 'what',
    header: 'Packages',
    cell: (order) => <span className="line-clamp-1">{packagesWords(order)}</span>,
  },
  {
    key: 'buyer',
    header: 'Buyer',
    cell: ({ fullName, email }) => (
      <span className="line-clamp-1" dir="auto">
        {fullName ?? email ?? 'Unknown'}
      </span>
    ),
  },
  {
    key: 'sold',
    header: 'Sold through',
    isUnbroken: true,
    cell: ({ channel, repName }) => repName ?? CHANNEL_NAMES[channel],
  },
  {
    key: 'when',
    header: 'Paid',
    isUnbroken: true,
    cell: ({ paidAt, createdAt }) => formatDateTime(paidAt ?? createdAt),
  },
  { key: 'total', header: 'Total', isNumber: true, cell: ({ total }) => formatDollars(total) },
  {
    key: 'status',
    header: 'State',
    cell: (order) => <StatusPill tone={orderPill(order).tone}>{orderPill(order).name}</StatusPill>,
  },
]

/** The newest paid orders. */
export function LatestOrders() {
  const list = useQuery({
    queryKey: [PATH, { limit: ORDERS_SHOWN }],
    queryFn: async ({ signal }) =>
      (await callPage<typeof listOrders>('GET', PATH, { query: { limit: ORDERS_SHOWN }, signal, isRefresh: true }))
        .rows,
    placeholderData: keepPreviousData,
    staleTime: WATCH_MS,
    refetchInterval: WATCH_MS,
    refetchOnWindowFocus: true,
  })
  return (
    <section aria-label="Latest orders" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">Latest orders</h2>
        <Link to={paths.adminDesk} params={{ section: 'orders' }} className={buttonClasses('plain')}>
          All orders
        </Link>
      </div>
      <ListTrouble list={list} title="We couldn’t load the latest orders" />
      {list.isPending && <Skeleton className="h-80" />}
      {list.data &&
        (list.data.length > 0 ? (
          <DataTable label="Latest orders" columns={COLUMNS} rows={list.data} rowKey={({ id }) => id} />
        ) : (
          <EmptyState title="No sales yet">Paid orders appear here within seconds.</EmptyState>
        ))}
    </section>
  )
}
