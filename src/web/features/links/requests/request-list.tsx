import { Ban, Banknote, Clock, RotateCcw } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { REQUEST_SORTS, resendPaymentRequest, voidPaymentRequest } from '#contract/links/payment-requests.ts'
import { REQUEST_CELLS } from '#contract/links/request-export.ts'
import { type BulkAsked, BulkDialog, useBulk } from '#web/lib/bulk-dialog.tsx'
import { ApiError, callApi } from '#web/lib/call-api.ts'
import { ChosenExport, ExportButton } from '#web/lib/export-button.tsx'
import { FilterSelect, ListHead, useMemberNames } from '#web/lib/filter-fields.tsx'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { REQUEST_STATUSES } from '#web/lib/order-statuses.ts'
import { paymentLink } from '#web/lib/payment-request-words.ts'
import { DONE, type Outcome, skipped } from '#web/lib/run-each.ts'
import { SavedViews } from '#web/lib/saved-views.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { timesNote } from '#web/lib/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { type BulkActions, PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState } from '#web/ui/panel.tsx'
import type { OnRepeat } from './request-acts.tsx'
import { requestColumns, rowShade } from './request-columns.tsx'
import * as requestData from './request-data.ts'
import { isLive } from './request-story.ts'

/** The links that wait for someone. */
const QUEUES = [
  ['expiring', 'Expiring soon', Clock],
  ['cash-app', 'Cash App', Banknote],
] as const

type SentByProps = { filters: requestData.RequestFilters; onFilter: (filters: requestData.RequestFilters) => void }

const SentBy = (props: SentByProps) => (
  <FilterSelect {...props} name="member" label="Sent by" placeholder="Any" names={useMemberNames()} />
)

/** What is done to several links at once: what it asks first, what it calls, and what each is then. */
const MANY = {
  resend: {
    verb: 'Send',
    noun: 'new link',
    doneWord: 'sent',
    about:
      'Each customer gets an email with a new secure link that expires in 24 hours, at the same price. Their old links will just say that they were replaced.',
  },
  void: {
    verb: 'Cancel',
    noun: 'link',
    doneWord: 'canceled',
    about: 'The links stop working at once and their packages go back on sale. The customers get no email.',
  },
} as const
type Many = keyof typeof MANY

function ManyLinks({ kind, rows, onClose }: BulkAsked<Many, PaymentRequest>) {
  const { verb, noun, doneWord, about } = MANY[kind]
  const live = rows.filter(isOpen)
  const others = rows.length - live.length
  const words = `${verb} ${formatPlural(live.length, noun)}`
  const sum = formatDollars(live.reduce((sum, { total }) => sum + Number(total), 0))
  return (
    <BulkDialog
      title={`${words}?`}
      rows={rows}
      rowKey={({ id }) => id}
      nameOf={nameOf}
      act={(request) => change(request, kind)}
      doneWord={doneWord}
      isDanger={kind === 'void'}
      confirmLabel={kind === 'void' ? `${words}, ${sum}` : words}
      onSettled={requestData.followRequests}
      onClose={onClose}
    >
      <p>{about}</p>
      {others > 0 && (
        <p>{formatPlural(others, 'request')} of those chosen can no longer be paid and will be left out.</p>
      )}
    </BulkDialog>
  )
}

const nameOf = ({ customerName, reference }: PaymentRequest): string => `${customerName}, ${reference}`
const isOpen = (request: PaymentRequest): boolean => isLive(request, serverNow())

/** Changes one request if it is open. Once replaced or canceled, it stays so. */
async function change(request: PaymentRequest, kind: Many): Promise<Outcome> {
  if (request.paidAt) return skipped('already paid')
  if (!isOpen(request)) return skipped('expired')
  const params = { paymentRequestId: request.id }
  try {
    if (kind === 'void') await callApi(voidPaymentRequest, { params })
    else await callApi(resendPaymentRequest, { params, body: {} })
    return DONE
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'payment_request_paid') return skipped('already paid')
    if (code === 'payment_request_being_paid') return skipped('being paid right now')
    throw error
  }
}

type ChosenProps = { requests: readonly PaymentRequest[]; onAsk: (kind: Many) => void; onDone: () => void }

/** Copies, resends or cancels the links of several requests that still work, and exports all of them. */
function ChosenActions({ requests, onAsk, onDone }: ChosenProps) {
  const nowMs = useServerSeconds() * 1000
  const live = requests.filter((request) => isLive(request, nowMs))
  const links = live.map(({ customerName, token }) => `${customerName}: ${paymentLink(token)}`).join('\n')
  return (
    <>
      {live.length > 0 && (
        <>
          <CopyButton size="small" text={links} label={live.length === 1 ? 'Copy link' : `Copy ${live.length} links`} />
          <Button icon={RotateCcw} size="small" onClick={() => onAsk('resend')}>
            Resend {formatPlural(live.length, 'link')}
          </Button>
          <Button icon={Ban} size="small" look="danger" onClick={() => onAsk('void')}>
            Cancel {formatPlural(live.length, 'link')}
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
  const { data: statistics } = requestData.useSalesStatistics()
  const isOfSales = filters.status === 'paid'
  const columns = useMemo(() => requestColumns(isOfAll, isOfSales, onRepeat), [isOfAll, isOfSales, onRepeat])
  const { asked, ask } = useBulk<Many, PaymentRequest>()
  const bulk: BulkActions<PaymentRequest> = {
    nameOf,
    actions: (requests, onDone) => (
      <ChosenActions requests={requests} onAsk={(kind) => ask(kind, requests, onDone)} onDone={() => onDone()} />
    ),
  }
  const handleSort = (key: string) => {
    const sort = REQUEST_SORTS.find((one) => one === key)
    if (sort) onFilter(requestData.sortedBy(filters, sort))
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListHead
        label="Search by customer name or email"
        placeholder="Name, email, phone, reference, amount"
        value={filters.search}
        onSearch={(search) => onFilter({ ...filters, search })}
        count={[filters.status !== usual, filters.queue, filters.member].filter(Boolean).length}
        more={<ExportButton address={requestData.exportAddress(filters)} what={label.toLowerCase()} />}
      >
        <SelectField
          label="Status"
          placeholder="All statuses"
          options={requestData.STATUSES}
          nameOf={(status) => REQUEST_STATUSES[status].name}
          value={filters.status ?? ''}
          onChange={(status) => onFilter({ ...filters, status: status || null, queue: null })}
          className="min-w-36"
        />
        {(isHistory ? [] : QUEUES).map(([queue, label, icon]) => (
          <Button
            key={queue}
            icon={icon}
            aria-pressed={filters.queue === queue}
            className="aria-pressed:border-attention aria-pressed:bg-attention-quiet aria-pressed:text-attention"
            onClick={() => onFilter({ ...filters, queue: filters.queue === queue ? null : queue, status: null })}
          >
            {/* The count ignores the search. */}
            {label}{' '}
            {queue === 'expiring' && filters.search.trim() === '' && statistics && `(${statistics.expiringSoon})`}
          </Button>
        ))}
        {isOfAll && <SentBy filters={filters} onFilter={onFilter} />}
        <SavedViews
          list="requests"
          words={{ ...requestData.wordsOf(filters) }}
          onOpen={(words) => onFilter(requestData.filtersOf(words))}
        />
      </ListHead>
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
      {asked && <ManyLinks {...asked} />}
    </div>
  )
}
