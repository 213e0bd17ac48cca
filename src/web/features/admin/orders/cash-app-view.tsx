import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import {
  CASH_APP_QUEUE_MAX,
  type CashAppDecision,
  type CashAppQueueEntry,
  type listCashAppDecisions,
  type listCashAppOrders,
  type rejectCashAppOrder,
  type verifyCashAppOrder,
} from '#contract/payments/cash-app.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDateTime, formatDollars, formatPlural, formatTimeLeft, timeZoneWord } from '#web/lib/format.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { recordServerTime, serverNow } from '#web/lib/server-clock.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { usePages } from '#web/lib/use-pages.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { showToast } from '#web/ui/toast.ts'

const QUEUE_PATH = '/api/admin/cash-app-orders'
const DECISIONS_PATH = '/api/admin/cash-app-decisions'
const TOUCHED_PATHS = [
  QUEUE_PATH,
  DECISIONS_PATH,
  '/api/admin/orders',
  '/api/admin/orders/:orderId',
  '/api/admin/analytics',
  '/api/admin/sales-overview',
  '/api/admin/attention',
  '/api/admin/audit',
]
/** Buyers may choose Cash App while the page is open. */
const AGAIN_MS = 15_000

/** The orders that wait for a Cash App check; reloaded every 15 s. */
export function useCashAppQueue() {
  const { queryKey } = query<typeof listCashAppOrders>(QUEUE_PATH, {})
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const queue = await callApi<typeof listCashAppOrders>('GET', QUEUE_PATH, { signal })
      recordServerTime(queue.now)
      return queue
    },
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    refetchOnWindowFocus: 'always',
  })
}

/** Earlier decisions, newest first. */
export function useCashAppDecisions() {
  return usePages<typeof listCashAppDecisions>(DECISIONS_PATH, {}, { againMs: AGAIN_MS, isWatched: () => false })
}

const readAgain = (): void => {
  for (const path of TOUCHED_PATHS) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** Confirms that the money arrived. Repeating it changes nothing. */
export function useVerify() {
  return useMutation<ReplyOutputOf<typeof verifyCashAppOrder>, ApiError, { entry: CashAppQueueEntry; note: string }>({
    mutationFn: ({ entry, note }) =>
      callApi<typeof verifyCashAppOrder>('POST', '/api/admin/cash-app-orders/:reference/verify', {
        params: { reference: entry.reference },
        body: note.trim() ? { note: note.trim() } : {},
      }),
    onSuccess: ({ reference, total }) =>
      showToast({
        title: 'Order paid',
        description: `${reference}, ${formatDollars(total)}: the buyer gets the confirmation.`,
      }),
    onSettled: readAgain,
  })
}

/** Records that no money came. */
export function useReject() {
  return useMutation<ReplyOutputOf<typeof rejectCashAppOrder>, ApiError, { entry: CashAppQueueEntry; reason: string }>({
    mutationFn: ({ entry, reason }) =>
      callApi<typeof rejectCashAppOrder>('POST', '/api/admin/cash-app-orders/:reference/reject', {
        params: { reference: entry.reference },
        body: { reason: reason.trim() },
      }),
    onSuccess: ({ reference }) =>
      showToast({ title: 'Order canceled', description: `The packages of ${reference} are on sale again.` }),
    onSettled: readAgain,
  })
}

interface DecideProps {
  entry: CashAppQueueEntry
  onClose: () => void
}

/** Codes that leave nothing to decide. */
const OVER: readonly string[] = ['order_already_paid', 'order_cancelled', 'order_not_found']
const isOver = (error: ApiError | null): boolean => error !== null && OVER.includes(error.code)

/** Asks before an order counts as paid, because no later step checks it. */
export function VerifyDialog({ entry, onClose }: DecideProps) {
  const verify = useVerify()
  const amount = formatDollars(entry.amount)
  return (
    <TextDialog
      title={`Did ${amount} for ${entry.reference} arrive?`}
      label="Transfer ID"
      note="optional, to find it again"
      complaint={null}
      confirmLabel={`Yes, ${amount} arrived`}
      pendingLabel="Marking it paid…"
      cancelLabel="Not yet"
      isPending={verify.isPending}
      isOver={isOver(verify.error)}
      error={verify.error}
      onConfirm={(note) => verify.mutate({ entry, note }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Look for a transfer of exactly {amount} with the note {entry.reference}. If you confirm, the order is paid,{' '}
        {formatPlural(entry.lines.length, 'package')} {entry.lines.length === 1 ? 'is' : 'are'} sold, and{' '}
        {entry.fullName || 'the buyer'} gets the confirmation by email.
      </p>
    </TextDialog>
  )
}

/** Asks for a reason before canceling an order; the buyer sees it. */
export function RejectDialog({ entry, onClose }: DecideProps) {
  const reject = useReject()
  return (
    <TextDialog
      title={`Reject ${entry.reference}?`}
      note="the buyer sees it"
      rows={2}
      complaint="Please tell the buyer why."
      confirmLabel={`Reject order, ${formatDollars(entry.amount)}`}
      pendingLabel="Canceling it…"
      confirmLook="danger"
      cancelLabel="Keep waiting"
      isPending={reject.isPending}
      isOver={isOver(reject.error)}
      error={reject.error}
      onConfirm={(reason) => reject.mutate({ entry, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        The order is canceled and {formatPlural(entry.lines.length, 'package')}{' '}
        {entry.lines.length === 1 ? 'goes' : 'go'} back on sale. If the money did arrive, you have to send it back
        yourself.
      </p>
    </TextDialog>
  )
}

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
