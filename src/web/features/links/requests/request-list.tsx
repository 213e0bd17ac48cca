import type { ReactNode } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { REQUEST_SORTS } from '#contract/links/payment-requests.ts'
import { ExportButton } from '#web/lib/export-button.tsx'
import { timeZoneWord } from '#web/lib/format.ts'
import { SavedViews } from '#web/lib/saved-views.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { useBulk } from '#web/lib/use-bulk.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type BulkActions, PagedTable } from '#web/ui/paged-table.tsx'
import { ChosenActions } from './chosen-actions.tsx'
import { exportAddress, usePaymentRequests, useRequestCount } from './request-data.ts'
import { filtersOf, isFiltered, type RequestFilters, sortedBy, wordsOf } from './request-filters.ts'
import { RequestToolbar } from './request-toolbar.tsx'
import { ResendMany } from './resend-many.tsx'

interface RequestListProps {
  label: string
  columns: readonly Column<PaymentRequest>[]
  rowLook?: (request: PaymentRequest) => string | undefined
  filters: RequestFilters
  onFilter: (filters: RequestFilters) => void
  /** Shown if the rep has sent nothing yet. */
  empty: ReactNode
}

/** Payment requests with search, filter, order and pages; the filters are in the URL. */
export function RequestList({ label, columns, rowLook, filters, onFilter, empty }: RequestListProps) {
  const list = usePaymentRequests(filters)
  const total = useRequestCount(filters)
  const { asked, ask } = useBulk<'resend', PaymentRequest>()
  const bulk: BulkActions<PaymentRequest> = {
    nameOf: ({ customerName, reference }) => `${customerName}, ${reference}`,
    actions: (requests, onDone) => (
      <ChosenActions requests={requests} onResend={() => ask('resend', requests, onDone)} onDone={() => onDone()} />
    ),
  }
  const handleSort = (key: string) => {
    const sort = REQUEST_SORTS.find((one) => one === key)
    if (sort) onFilter(sortedBy(filters, sort))
  }
  return (
    <div className="grid gap-4">
      <RequestToolbar filters={filters} onChange={onFilter}>
        <ExportButton address={exportAddress(filters)} what={label.toLowerCase()} />
      </RequestToolbar>
      <SavedViews list="requests" words={{ ...wordsOf(filters) }} onOpen={(words) => onFilter(filtersOf(words))} />
      <PagedTable
        list={list}
        label={label}
        total={total}
        bulk={bulk}
        columns={columns}
        rowKey={({ id }) => id}
        rowLook={rowLook}
        errorTitle="The list could not be loaded"
        footnote={`Times are in your time zone (${timeZoneWord(serverNow())}).`}
        sort={{ key: filters.sort, direction: filters.direction }}
        onSort={handleSort}
        empty={
          isFiltered(filters) ? <NothingFits queue={filters.queue} onClear={() => onFilter(filtersOf({}))} /> : empty
        }
      />
      {asked && <ResendMany requests={asked.rows} onClose={asked.onClose} />}
    </div>
  )
}

const NOTHING_IN = {
  expiring: 'No links expire in the next 2 hours',
  'cash-app': 'No one is paying a link with Cash App',
} as const

function NothingFits({ queue, onClear }: { queue: RequestFilters['queue']; onClear: () => void }) {
  return (
    <EmptyState
      title={queue ? NOTHING_IN[queue] : 'No requests found'}
      action={<Button onClick={onClear}>Show all requests</Button>}
    >
      {!queue && 'Search by the start of a name or email address, or choose another status.'}
    </EmptyState>
  )
}
