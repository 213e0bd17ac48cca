import { Link } from '@tanstack/react-router'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { formatDollars, formatTimeLeft } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { When } from '#web/lib/when.tsx'
import { actsColumn, type Column } from '#web/ui/data-table.tsx'
import { type OnRepeat, RequestMenu, RequestStatus } from './request-acts.tsx'
import { endHint, isLive } from './request-story.ts'

/** The columns of every list of payment links; one of all members also says whose they are. Sales sort by payment. */
export function requestColumns(
  isOfAll: boolean,
  isOfSales: boolean,
  onRepeat: OnRepeat,
): readonly Column<PaymentRequest>[] {
  const rep: Column<PaymentRequest> = {
    header: 'Sent by',
    isOptional: true,
    isUnbroken: true,
    narrow: 'hidden',
    cell: ({ repName }) => repName,
  }
  return [
    {
      header: 'Customer',
      sortKey: 'customer',
      isTitle: true,
      narrow: 'cell',
      cell: ({ token, customerName }) => (
        <Link
          to="."
          search={(now) => ({ ...now, open: token })}
          resetScroll={false}
          className="font-semibold underline-offset-2 hover:underline"
          dir="auto"
        >
          {customerName}
        </Link>
      ),
    },
    {
      header: 'Email',
      isOptional: true,
      narrow: 'hidden',
      cell: ({ customerEmail }) => <span className="text-muted">{customerEmail}</span>,
    },
    {
      header: 'Date/Time Sent',
      sortKey: 'date',
      isUnbroken: true,
      narrow: 'hidden',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      header: 'Reference',
      isOptional: 'hidden',
      isUnbroken: true,
      narrow: 'hidden',
      cell: ({ reference }) => <span className="figures text-muted">{reference}</span>,
    },
    { header: 'Amount', sortKey: 'total', isNumber: true, narrow: 'cell', cell: ({ total }) => formatDollars(total) },
    {
      header: 'Status',
      sortKey: 'status',
      narrow: 'cell',
      cell: (request) => <RequestStatus request={request} />,
    },
    {
      header: 'Expires/Paid',
      ...(isOfSales && { sortKey: 'paid' }),
      isUnbroken: true,
      narrow: 'cell',
      cell: (request) => <EndDate request={request} />,
    },
    ...(isOfAll ? [rep] : []),
    actsColumn((request) => <RequestMenu request={request} onRepeat={onRepeat} isShort={isOfAll} />),
  ]
}

/** Expired rows are shaded red, and sent rows yellow once they expire soon; the row says it in words. */
export function rowShade(request: PaymentRequest): string | undefined {
  if (request.reason === 'time' || request.reason === 'declined') return 'bg-danger-quiet'
  const nowMs = serverNow()
  return isLive(request, nowMs) && endHint(request, nowMs).tone === 'attention' ? 'bg-attention-quiet' : undefined
}

/** When it was paid or closed, or how long the link still works. */
function EndDate({ request }: { request: PaymentRequest }) {
  const nowMs = useServerSeconds() * 1000
  if (isLive(request, nowMs)) {
    const { tone } = endHint(request, nowMs)
    const look = tone === 'attention' ? 'font-semibold text-attention' : 'text-muted'
    return (
      <span className={`@max-3xl:text-xs @max-3xl:whitespace-nowrap ${look}`}>
        {/* In a wide list, the header says it. */}
        <span className="@3xl:sr-only">Expires </span>
        {formatTimeLeft(request.expiresAt, nowMs)}
      </span>
    )
  }
  return (
    <span className="@max-3xl:text-xs">
      {request.reason === 'voided' && <span className="@3xl:block @3xl:text-xs">Canceled </span>}
      <When at={request.paidAt ?? request.closedAt ?? request.expiresAt} />
    </span>
  )
}
