import { Banknote, Clock, RotateCcw } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { REQUEST_SORTS, resendPaymentRequest } from '#contract/links/payment-requests.ts'
import { REQUEST_CELLS } from '#contract/links/request-export.ts'
import { BulkDialog, useBulk } from '#web/lib/bulk-dialog.tsx'
import { ApiError, callApi } from '#web/lib/call-api.ts'
import { ChosenExport, ExportButton } from '#web/lib/export-button.tsx'
import { FilterSelect, useMemberNames } from '#web/lib/filter-fields.tsx'
import { formatPlural } from '#web/lib/format.ts'
import { REQUEST_STATUSES } from '#web/lib/order-statuses.ts'
import { paymentLink } from '#web/lib/payment-request-words.ts'
import { DONE, type Outcome, skipped } from '#web/lib/run-each.ts'
import { SavedViews } from '#web/lib/saved-views.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { useTeamSearch } from '#web/lib/use-team-search.tsx'
import { timesNote } from '#web/lib/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { type BulkActions, PagedTable } from '#web/ui/paged-table.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import type { OnRepeat } from './request-acts.tsx'
import { requestColumns, rowShade } from './request-columns.tsx'
import * as requestData from './request-data.ts'
import { isLive } from './request-story.ts'

interface RequestToolbarProps {
  filters: requestData.RequestFilters
  onChange: (filters: requestData.RequestFilters) => void
  isHistory: boolean
  children: ReactNode
}

/** The links that wait for someone. */
const QUEUES = [
  ['expiring', 'Expiring soon', Clock],
  ['cash-app', 'Cash App', Banknote],
] as const

function RequestToolbar({ filters, onChange, isHistory, children }: RequestToolbarProps) {
  const { data: statistics } = requestData.useSalesStatistics()
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-52 grow basis-72">
        <SearchField
          label="Search by customer name or email"
          placeholder="Or phone, reference, amount"
          value={filters.search}
          onSearch={(search) => onChange({ ...filters, search })}
        />
      </div>
      <div className="relative flex min-w-0 items-end gap-2 overflow-x-auto p-0.5 *:shrink-0 max-sm:[&_label]:sr-only sm:contents">
        <SelectField
          label="Status"
          placeholder="All statuses"
          options={requestData.STATUSES}
          nameOf={(status) => REQUEST_STATUSES[status].name}
          value={filters.status ?? ''}
          onChange={(status) => onChange({ ...filters, status: status || null, queue: null })}
          className="min-w-36"
        />
        {(isHistory ? [] : QUEUES).map(([queue, label, icon]) => (
          <Button
            key={queue}
            icon={icon}
            aria-pressed={filters.queue === queue}
            className="aria-pressed:border-attention aria-pressed:bg-attention-quiet aria-pressed:text-attention"
            onClick={() => onChange({ ...filters, queue: filters.queue === queue ? null : queue, status: null })}
          >
            {/* The count ignores the search. */}
            {label}{' '}
            {queue === 'expiring' && filters.search.trim() === '' && statistics && `(${statistics.expiringSoon})`}
          </Button>
        ))}
        {children}
      </div>
    </div>
  )
}

type SentByProps = { filters: requestData.RequestFilters; onFilter: (filters: requestData.RequestFilters) => void }

const SentBy = (props: SentByProps) => (
  <FilterSelect {...props} name="member" label="Sent by" placeholder="Any" names={useMemberNames()} />
)

type ResendManyProps = { requests: readonly PaymentRequest[]; onClose: (left?: readonly PaymentRequest[]) => void }

function ResendMany({ requests, onClose }: ResendManyProps) {
  const live = requests.filter(isOpen)
  const others = requests.length - live.length
  return (
    <BulkDialog
      title={`Send ${formatPlural(live.length, 'new link')}?`}
      rows={requests}
      rowKey={({ id }) => id}
      nameOf={nameOf}
      act={resend}
      doneWord="sent"
      confirmLabel={`Send ${formatPlural(live.length, 'new link')}`}
      onSettled={requestData.followRequests}
      onClose={onClose}
    >
      <p>
        Each customer gets an email with a new secure link that expires in 24 hours, at the same price. Their old links
        will just say that they were replaced.
      </p>
      {others > 0 && (
        <p>{formatPlural(others, 'request')} of those chosen can no longer be paid and will be left out.</p>
      )}
    </BulkDialog>
  )
}

const nameOf = ({ customerName, reference }: PaymentRequest): string => `${customerName}, ${reference}`
const isOpen = (request: PaymentRequest): boolean => isLive(request, serverNow())

/** Sends one request again if it is open. Once replaced, it stays so: a second call finds the new link. */
async function resend(request: PaymentRequest): Promise<Outcome> {
  if (request.paidAt) return skipped('already paid')
  if (!isOpen(request)) return skipped('expired')
  try {
    await callApi(resendPaymentRequest, { params: { paymentRequestId: request.id }, body: {} })
    return DONE
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'payment_request_paid') return skipped('already paid')
    if (code === 'payment_request_being_paid') return skipped('being paid right now')
    throw error
  }
}

/** Copies or resends the links of several requests that still work, and exports all of them. */
function ChosenActions(props: { requests: readonly PaymentRequest[]; onResend: () => void; onDone: () => void }) {
  const { requests, onResend, onDone } = props
  const nowMs = useServerSeconds() * 1000
  const live = requests.filter((request) => isLive(request, nowMs))
  const links = live.map(({ customerName, token }) => `${customerName}: ${paymentLink(token)}`).join('\n')
  return (
    <>
      {live.length > 0 && (
        <>
          <CopyButton size="small" text={links} label={live.length === 1 ? 'Copy link' : `Copy ${live.length} links`} />
          <Button icon={RotateCcw} size="small" onClick={onResend}>
            Resend {formatPlural(live.length, 'link')}
          </Button>
        </>
      )}
      <ChosenExport name="payment-requests-chosen.csv" cells={REQUEST_CELLS} rows={requests} onDone={onDone} />
    </>
  )
}

interface RequestListProps {
  label: string
  isOfAll?: boolean
  /** What was paid, unless another status is chosen. */
  isHistory?: boolean
  onRepeat: OnRepeat
  empty: ReactNode
}

/** Payment requests with search, filter, order and pages; what they are narrowed to, and which is open, is in the URL. */
export function RequestList({ label, isOfAll = false, isHistory = false, onRepeat, empty }: RequestListProps) {
  const { search, change } = useTeamSearch()
  const usual = isHistory ? 'paid' : null
  const filters = requestData.filtersOf({ ...search, status: search.status ?? usual ?? undefined })
  const onFilter = (next: requestData.RequestFilters) => {
    const status = next.status === usual ? undefined : (next.status ?? 'all')
    change({ ...requestData.wordsOf(next), status }, next.search !== filters.search)
  }
  const list = requestData.usePaymentRequests(filters)
  const total = requestData.useRequestCount(filters)
  const columns = useMemo(() => requestColumns(isOfAll, onRepeat), [isOfAll, onRepeat])
  const { asked, ask } = useBulk<'resend', PaymentRequest>()
  const bulk: BulkActions<PaymentRequest> = {
    nameOf,
    actions: (requests, onDone) => (
      <ChosenActions requests={requests} onResend={() => ask('resend', requests, onDone)} onDone={() => onDone()} />
    ),
  }
  const handleSort = (key: string) => {
    const sort = REQUEST_SORTS.find((one) => one === key)
    if (sort) onFilter(requestData.sortedBy(filters, sort))
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RequestToolbar filters={filters} onChange={onFilter} isHistory={isHistory}>
        {isOfAll && <SentBy filters={filters} onFilter={onFilter} />}
        <SavedViews
          list="requests"
          words={{ ...requestData.wordsOf(filters) }}
          onOpen={(words) => onFilter(requestData.filtersOf(words))}
        />
        <ExportButton address={requestData.exportAddress(filters)} what={label.toLowerCase()} />
      </RequestToolbar>
      <PagedTable
        list={list}
        label={label}
        total={total}
        bulk={bulk}
        columns={columns}
        rowKey={({ id }) => id}
        rowLook={rowShade}
        onOpen={({ token }) => change({ open: token })}
        errorTitle="The list could not be loaded"
        footnote={timesNote()}
        sort={{ key: filters.sort, direction: filters.direction }}
        onSort={handleSort}
        empty={
          requestData.isFiltered({ ...filters, status: filters.status === usual ? null : filters.status }) ? (
            <EmptyState
              title="No requests found"
              action={<Button onClick={() => onFilter(requestData.filtersOf({}))}>Show all requests</Button>}
            >
              Search by the start of a name or email address, or change the filters.
            </EmptyState>
          ) : (
            empty
          )
        }
      />
      {asked && <ResendMany requests={asked.rows} onClose={asked.onClose} />}
    </div>
  )
}
