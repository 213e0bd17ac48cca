import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listOrders } from '#contract/admin/order-screen.ts'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { callPage } from '#web/lib/call-api.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { orderColumns, REFERENCE_LOOK } from './order-columns.tsx'

const QUERY = { limit: 8 }
const WATCH_MS = 15_000

const COLUMNS = orderColumns(({ id, reference }) => (
  <SectionLink section="orders" search={{ open: id }} className={REFERENCE_LOOK}>
    {reference}
  </SectionLink>
))

/** The newest paid orders. */
export function LatestOrders() {
  const list = useQuery({
    queryKey: [listOrders.path, QUERY],
    queryFn: async ({ signal }) => (await callPage(listOrders, { query: QUERY, signal, isRefresh: true })).rows,
    placeholderData: keepPreviousData,
    staleTime: WATCH_MS,
    refetchInterval: WATCH_MS,
    refetchOnWindowFocus: true,
  })
  return (
    <section aria-label="Latest orders" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">Latest orders</h2>
        <SectionLink section="orders" className={buttonClasses('plain')}>
          All orders
        </SectionLink>
      </div>
      <ListTrouble list={list} title="We couldn’t load the latest orders" />
      {list.isPending && <Skeleton className="h-80" />}
      {list.data?.length === 0 && <EmptyState title="No sales yet">Paid orders appear here within seconds.</EmptyState>}
      {list.data && list.data.length > 0 && (
        <DataTable label="Latest orders" columns={COLUMNS} rows={list.data} rowKey={({ id }) => id} />
      )}
    </section>
  )
}
