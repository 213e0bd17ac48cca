import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { When } from '#web/lib/when.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { MailTrouble } from './mail-trouble.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestStatus } from './request-status.tsx'
import { ResendDialog } from './resend-dialog.tsx'

type OnRepeat = (request: PaymentRequest) => void
type RequestColumn = Column<PaymentRequest>

const CUSTOMER: RequestColumn = {
  key: 'customer',
  header: 'Customer',
  sortKey: 'customer',
  isTitle: true,
  cell: ({ customerName, customerEmail }) => (
    <div
      className="max-w-80 @3xl:max-w-56 @6xl:w-60 @6xl:max-w-none @6xl:truncate"
      title={`${customerName}, ${customerEmail}`}
    >
      <span className="line-clamp-2 text-left font-semibold @6xl:mr-2 @6xl:inline" dir="auto">
        {customerName}
      </span>
      <span className="line-clamp-2 text-muted @6xl:inline">{customerEmail}</span>
    </div>
  ),
}
const AMOUNT: RequestColumn = {
  key: 'amount',
  header: 'Amount',
  sortKey: 'total',
  isNumber: true,
  cell: ({ total }) => formatDollars(total),
}

const created = (header: string): RequestColumn => ({
  key: 'date',
  header,
  sortKey: 'date',
  isUnbroken: true,
  cell: ({ createdAt, reference }) => (
    <>
      <When at={createdAt} />
      <span className="figures block text-xs/5 text-muted @6xl:ml-2 @6xl:inline">
        <span className="sr-only">Reference </span>
        {reference}
      </span>
    </>
  ),
})
const actions = (onRepeat: OnRepeat): RequestColumn => ({
  key: 'actions',
  header: 'Actions',
  isHeaderHidden: true,
  isUnbroken: true,
  cell: (request) => <RequestActions request={request} onRepeat={onRepeat} />,
})

/** The columns of Payment Requests. */
export function requestColumns(onRepeat: OnRepeat): readonly RequestColumn[] {
  return [
    CUSTOMER,
    created('Date/Time Sent'),
    AMOUNT,
    {
      key: 'status',
      header: 'Status',
      sortKey: 'status',
      isFlexible: true,
      cell: (request) => (
        <>
          <RequestStatus request={request} />
          <MailTrouble request={request} />
        </>
      ),
    },
    {
      key: 'paid',
      header: 'Payment Date',
      isUnbroken: true,
      cell: ({ paidAt }) => (paidAt ? <When at={paidAt} /> : <NotYet />),
    },
    actions(onRepeat),
  ]
}

/** The columns of Sales History. */
export function historyColumns(onRepeat: OnRepeat): readonly RequestColumn[] {
  return [
    CUSTOMER,
    created('Invoice Date'),
    AMOUNT,
    {
      key: 'status',
      header: 'Status',
      sortKey: 'status',
      isFlexible: true,
      cell: (request) => <RequestStatus request={request} />,
    },
    { key: 'end', header: 'Expires/Paid', isUnbroken: true, cell: (request) => <EndDate request={request} /> },
    {
      ...actions(onRepeat),
      cell: (request) => (
        <div className="flex items-center gap-1 @3xl:justify-end">
          <ResendIcon request={request} onRepeat={onRepeat} />
          <RequestActions request={request} onRepeat={onRepeat} />
        </div>
      ),
    },
  ]
}

/** Expired rows are shaded red and sent rows yellow; the badge in the row says it in a word. */
export function rowShade({ status }: PaymentRequest): string | undefined {
  if (status === 'expired') return 'bg-danger-quiet'
  return status === 'sent' ? 'bg-attention-quiet' : undefined
}

function NotYet() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">not paid</span>
    </span>
  )
}

function EndDate({ request: { status, paidAt, expiresAt } }: { request: PaymentRequest }) {
  const [word, instant] = paidAt ? ['Paid', paidAt] : [status === 'expired' ? 'Expired' : 'Expires', expiresAt]
  return (
    <span>
      {word} <When at={instant} />
    </span>
  )
}

/** The icon on expired rows; a replaced request already has a replacement. */
function ResendIcon({ request, onRepeat }: { request: PaymentRequest; onRepeat: OnRepeat }) {
  const [isAsked, setIsAsked] = useState(false)
  if (request.status !== 'expired' || request.reason === 'replaced') return null
  return (
    <>
      <button
        type="button"
        aria-label={`Resend to ${request.customerName}`}
        title="Resend"
        onClick={() => setIsAsked(true)}
        className="grid size-11 place-items-center rounded-md text-danger hover:bg-surface compact:size-8 @3xl:-my-1.5"
      >
        <RotateCcw size={16} aria-hidden="true" />
      </button>
      {isAsked && (
        <ResendDialog request={request} onClose={() => setIsAsked(false)} onRepeat={() => onRepeat(request)} />
      )}
    </>
  )
}
