import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import { CASH_APP_QUEUE_MAX, type CashAppDecision, type CashAppQueueEntry } from '#contract/payments/cash-app.ts'
import { formatDateTime, formatDollars, formatPlural, formatTimeLeft, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useCashAppDecisions, useCashAppQueue } from './cash-app-data.ts'
import { RejectDialog, VerifyDialog } from './decide-dialogs.tsx'

interface Asked {
  entry: CashAppQueueEntry
  decision: 'verify' | 'reject'
}

/** An order is urgent with less time left than this. */
const URGENT_MS = 3 * 60 * 60 * 1000

/** The queue of orders that wait for a Cash App check, and earlier decisions. */
export function CashAppView() {
  const queue = useCashAppQueue()
  const [asked, setAsked] = useState<Asked | null>(null)
  const columns = useMemo(() => queueColumns((entry, decision) => setAsked({ entry, decision })), [])
  const handleClose = () => setAsked(null)
  return (
    <div className="grid gap-5">
      <Panel
        title="Cash App payments to check"
        intro="Buyers send these amounts in Cash App, with the reference as the note. Find each one and say whether it arrived. The next to expire is at the top."
      >
        <div className="grid gap-4">
          <PagedTable
            list={{ ...queue, data: queue.data?.orders }}
            label="Orders waiting"
            columns={columns}
            rowKey={({ reference }) => reference}
            errorTitle="The queue could not be loaded"
            empty={
              <EmptyState title="No payments to check">
                When a buyer chooses Cash App, the order appears here with the amount and the note to look for.
              </EmptyState>
            }
          />
          {queue.data && queue.data.waiting > CASH_APP_QUEUE_MAX && (
            <p className="text-sm text-muted">
              {formatPlural(queue.data.waiting, 'order')} waiting; the first {CASH_APP_QUEUE_MAX} are shown.
            </p>
          )}
        </div>
      </Panel>
      <Decisions />
      {asked?.decision === 'verify' && <VerifyDialog entry={asked.entry} onClose={handleClose} />}
      {asked?.decision === 'reject' && <RejectDialog entry={asked.entry} onClose={handleClose} />}
    </div>
  )
}

const queueColumns = (
  onDecide: (entry: CashAppQueueEntry, decision: Asked['decision']) => void,
): Column<CashAppQueueEntry>[] => [
  {
    key: 'reference',
    header: 'Note to look for',
    isTitle: true,
    cell: ({ reference, lines }) => (
      <>
        <strong className="figures font-semibold">{reference}</strong>
        <p className="line-clamp-2 text-muted @3xl:max-w-64">
          {lines.map((line) => `${packageName(line)}, ${line.county}`).join('; ')}
        </p>
      </>
    ),
  },
  { key: 'amount', header: 'Amount', isNumber: true, cell: ({ amount }) => formatDollars(amount) },
  {
    key: 'buyer',
    header: 'Buyer',
    cell: ({ fullName, email, cellPhone }) => (
      <>
        <span dir="auto">{fullName}</span>
        <span className="block text-muted">{email}</span>
        {cellPhone && <span className="block text-muted">{cellPhone}</span>}
      </>
    ),
  },
  { key: 'left', header: 'Ends', cell: (entry) => <TimeLeft entry={entry} /> },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    isUnbroken: true,
    cell: (entry) => (
      <div className="flex gap-1.5 @3xl:justify-end">
        <Button size="small" look="primary" onClick={() => onDecide(entry, 'verify')}>
          <span>
            Verify<span className="sr-only"> {entry.reference}</span>
          </span>
        </Button>
        <Button size="small" onClick={() => onDecide(entry, 'reject')}>
          <span>
            Reject<span className="sr-only"> {entry.reference}</span>
          </span>
        </Button>
      </div>
    ),
  },
]

function TimeLeft({ entry: { expiresAt, chosenAt } }: { entry: CashAppQueueEntry }) {
  const nowMs = useServerSeconds() * 1000
  const isUrgent = Date.parse(expiresAt) - nowMs < URGENT_MS
  return (
    <>
      <span className={classes('figures', isUrgent && 'font-semibold text-attention')}>
        {formatTimeLeft(expiresAt, nowMs)}
      </span>
      <span className="block text-xs text-muted">chosen {formatDateTime(chosenAt)}</span>
    </>
  )
}

const OUTCOMES = {
  verified: { tone: 'done', name: 'Verified' },
  rejected: { tone: 'over', name: 'Rejected' },
  expired: { tone: 'plain', name: 'Expired' },
} as const

const DECISION_COLUMNS: Column<CashAppDecision>[] = [
  {
    key: 'reference',
    header: 'Order',
    isTitle: true,
    cell: ({ reference, orderId, fullName }) => (
      <>
        <Link
          to={paths.adminSection}
          params={{ section: 'orders' }}
          search={{ search: reference, open: orderId }}
          className="figures font-semibold text-accent hover:underline"
        >
          {reference}
        </Link>
        <span className="block text-muted" dir="auto">
          {fullName}
        </span>
      </>
    ),
  },
  { key: 'amount', header: 'Amount', isNumber: true, cell: ({ amount }) => formatDollars(amount) },
  {
    key: 'outcome',
    header: 'Decision',
    cell: ({ outcome, note }) => (
      <>
        <StatusPill tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].name}</StatusPill>
        {note && <span className="mt-0.5 block text-muted wrap-anywhere">“{note}”</span>}
      </>
    ),
  },
  {
    key: 'when',
    header: 'When',
    isUnbroken: true,
    cell: ({ decidedAt, decidedBy }) => (
      <>
        <time dateTime={decidedAt}>{formatDateTime(decidedAt)}</time>
        {decidedBy && <span className="block text-xs text-muted">{decidedBy}</span>}
      </>
    ),
  },
]

function Decisions() {
  const list = useCashAppDecisions()
  return (
    <Panel title="Past decisions" intro="What happened to Cash App orders, newest first.">
      <PagedTable
        list={list}
        label="Decisions"
        columns={DECISION_COLUMNS}
        rowKey={({ orderId }) => orderId}
        errorTitle="The decisions could not be loaded"
        footnote={`Times are in your time zone (${timeZoneWord(serverNow())}).`}
        empty={
          <EmptyState title="No decisions yet">
            Verified and rejected orders appear here with who decided and their note.
          </EmptyState>
        }
      />
    </Panel>
  )
}
