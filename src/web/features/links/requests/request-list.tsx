import type { ReactNode } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { REQUEST_SORTS } from '#contract/links/payment-requests.ts'
import { timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTrouble, MoreButton } from '#web/ui/list-trouble.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { usePaymentRequests } from './request-data.ts'
import { filtersOf, isFiltered, type RequestFilters, sortedBy } from './request-filters.ts'
import { RequestToolbar } from './request-toolbar.tsx'

interface RequestListProps {
  label: string
  columns: readonly Column<PaymentRequest>[]
  rowLook?: (request: PaymentRequest) => string | undefined
  filters: RequestFilters
  onFilter: (filters: RequestFilters) => void
  /** What belongs here, when the rep has sent nothing yet. */
  empty: ReactNode
}

/** Payment requests with search, filter, order and pages; what it shows is told by the filters, which live in the address. */
export function RequestList({ label, columns, rowLook, filters, onFilter, empty }: RequestListProps) {
  const list = usePaymentRequests(filters)
  const rows = list.data ?? []
  const handleSort = (key: string) => {
    const sort = REQUEST_SORTS.find((one) => one === key)
    if (sort) onFilter(sortedBy(filters, sort))
  }
  return (
    <div className="grid gap-4">
      <RequestToolbar filters={filters} onChange={onFilter} />
      {list.isPending ? (
        <LoadingRows />
      ) : (
        <>
          <ListTrouble list={list} title="The list could not be loaded" />
          {rows.length > 0 ? (
            <DataTable
              label={label}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              {...(rowLook ? { rowLook } : {})}
              sort={{ key: filters.sort, direction: filters.direction }}
              onSort={handleSort}
            />
          ) : (
            !list.error &&
            (isFiltered(filters) ? (
              <NothingFits isExpiringSoon={filters.isExpiringSoon} onClear={() => onFilter(filtersOf({}))} />
            ) : (
              empty
            ))
          )}
        </>
      )}
      <MoreButton list={list} />
      {rows.length > 0 && (
        <p className="text-xs text-muted">
          Times are in your zone ({timeZoneWord(serverNow())}).
          <span role="status" className="sr-only">
            {rows.length} shown{list.hasNextPage ? ', there are more' : ''}.
          </span>
        </p>
      )}
    </div>
  )
}

function NothingFits({ isExpiringSoon, onClear }: { isExpiringSoon: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title={isExpiringSoon ? 'No link expires in the next 2 hours' : 'Nothing fits this search'}
      action={<Button onClick={onClear}>Show all requests</Button>}
    >
      {!isExpiringSoon && 'Search by the beginning of a name or an email address, or choose another status.'}
    </EmptyState>
  )
}

function LoadingRows() {
  return <Loading words="Loading payment requests" height="h-14" count={6} />
}
