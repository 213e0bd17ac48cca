import { useMemo } from 'react'
import { type ListedDispute, needsResponse } from '#contract/payments/disputes.ts'
import { formatDate, formatDateTime, formatDollars, formatTimeLeft, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useDisputes } from './dispute-data.ts'
import { DisputeDrawer } from './dispute-drawer.tsx'
import { DISPUTE_STATUSES, reasonWords } from './dispute-words.ts'

const DAY_MS = 24 * 60 * 60 * 1000

interface DisputesViewProps {
  openId: string | null
  onOpen: (disputeId: string | null) => void
}

/** Payments that a bank disputes: those that wait for an answer with the deadline, and the outcome of the others. */
export function DisputesView({ openId, onOpen }: DisputesViewProps) {
  const list = useDisputes()
  const columns = useMemo(() => disputeColumns(onOpen), [onOpen])
  return (
    <Panel
      title="Disputes"
      intro="A buyer asked their bank to reverse a payment. Answer each one with evidence before its deadline. Open ones come first."
    >
      <PagedTable
        list={list}
        label="Disputes"
        columns={columns}
        rowKey={({ id }) => id}
        errorTitle="The disputes could not be loaded"
        footnote={`Times are in your time zone (${timeZoneWord(serverNow())}).`}
        empty={
          <EmptyState title="No disputes">
            When a buyer’s bank asks about a payment, it appears here with the deadline for your answer.
          </EmptyState>
        }
      />
      {openId && <DisputeDrawer key={openId} disputeId={openId} onClose={() => onOpen(null)} />}
    </Panel>
  )
}

const disputeColumns = (onOpen: (disputeId: string) => void): Column<ListedDispute>[] => [
  {
    key: 'order',
    header: 'Order',
    isTitle: true,
    cell: ({ id, reference, fullName, email }) => (
      <>
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="figures min-h-6 font-semibold text-accent hover:underline"
        >
          {reference}
        </button>
        <span className="block text-muted" dir="auto">
          {fullName ?? email}
        </span>
      </>
    ),
  },
  { key: 'amount', header: 'Amount', isNumber: true, cell: ({ amount }) => formatDollars(amount) },
  { key: 'reason', header: 'Why', cell: ({ reason }) => reasonWords(reason) },
  {
    key: 'status',
    header: 'State',
    cell: ({ status }) => <StatusPill tone={DISPUTE_STATUSES[status].tone}>{DISPUTE_STATUSES[status].name}</StatusPill>,
  },
  { key: 'due', header: 'Answer by', isUnbroken: true, cell: (dispute) => <Due dispute={dispute} /> },
]

function Due({ dispute: { status, dueBy, submittedAt, closedAt, openedAt } }: { dispute: ListedDispute }) {
  if (!needsResponse(status) || submittedAt || !dueBy) {
    const [word, instant] = closedAt
      ? ['decided', closedAt]
      : submittedAt
        ? ['submitted', submittedAt]
        : ['opened', openedAt]
    return (
      <span className="text-muted">
        {word} {formatDate(instant)}
      </span>
    )
  }
  const leftMs = Date.parse(dueBy) - serverNow()
  return (
    <>
      <time dateTime={dueBy} className={leftMs < 3 * DAY_MS ? 'font-semibold text-attention' : ''}>
        {formatDateTime(dueBy)}
      </time>
      <span className="block text-xs text-muted">
        {leftMs < 0
          ? 'over'
          : leftMs < 2 * DAY_MS
            ? formatTimeLeft(dueBy, serverNow())
            : `in ${Math.floor(leftMs / DAY_MS)} days`}
      </span>
    </>
  )
}
