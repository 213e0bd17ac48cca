import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getAttention } from '#contract/admin/attention.ts'
import { getAdminOrder, listOrders } from '#contract/admin/order-screen.ts'
import { listAuditEntries } from '#contract/audit/audit.ts'
import { packageName } from '#contract/catalogue/catalogue.ts'
import * as contract from '#contract/payments/cash-app.ts'
import { getAdminAnalytics, getSalesOverview } from '#contract/sales/analytics.ts'
import { type ApiError, callApi, FRESH, query } from '#web/lib/call-api.ts'
import { formatDollars, formatPlural, formatTimeLeft } from '#web/lib/format.ts'
import { useArrivalQuestion } from '#web/lib/payment-request-words.ts'
import { recordServerTime } from '#web/lib/server-clock.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { timesNote, When } from '#web/lib/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { actsColumn, type Column } from '#web/ui/data-table.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, Panel } from '#web/ui/panel.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'

const TOUCHED_PATHS = [
  contract.listCashAppOrders.path,
  listOrders.path,
  getAdminOrder.path,
  getAdminAnalytics.path,
  getSalesOverview.path,
  getAttention.path,
  listAuditEntries.path,
]
/** An order that waits for its money; `amount` in dollars. */
interface DecideProps {
  entry: { reference: string; amount: number; fullName: string | null; lines: readonly unknown[] }
  onClose: () => void
}

/** Whether an error leaves nothing to decide. */
const isOver = (error: ApiError | null): boolean =>
  error !== null && ['order_already_paid', 'order_cancelled', 'order_not_found'].includes(error.code)

/** Asks before an order counts as paid, because no later step checks it. Repeating it changes nothing. */
export function VerifyDialog({ entry, onClose }: DecideProps) {
  const { reference, lines, fullName } = entry
  const question = useArrivalQuestion(formatDollars(entry.amount), reference)
  const amount = formatDollars(entry.amount)
  const verify = useChange({
    affects: TOUCHED_PATHS,
    send: (note: string) => callApi(contract.verifyCashAppOrder, { params: { reference }, body: note ? { note } : {} }),
    toast: ({ total }) => ({
      title: 'Order paid',
      description: `${reference}, ${formatDollars(total)}: the buyer gets the confirmation.`,
    }),
  })
  return (
    <TextDialog
      title={question}
      label="Cash App transfer ID"
      note="optional"
      fieldError={null}
      confirmLabel={`Yes, ${amount} arrived`}
      pendingLabel="Marking it paid…"
      cancelLabel="Not yet"
      change={verify}
      isOver={isOver(verify.error)}
      onClose={onClose}
    >
      <p>
        If you confirm, the order is paid, {formatPlural(lines.length, 'package')} {lines.length === 1 ? 'is' : 'are'}{' '}
        sold, and {fullName || 'the buyer'} gets the confirmation by email.
      </p>
    </TextDialog>
  )
}

/** Asks for a reason before canceling an order whose money did not come. */
export function RejectDialog({ entry: { reference, amount, lines }, onClose }: DecideProps) {
  const reject = useChange({
    affects: TOUCHED_PATHS,
    send: (reason: string) => callApi(contract.rejectCashAppOrder, { params: { reference }, body: { reason } }),
    toast: () => ({ title: 'Order canceled', description: `The packages of ${reference} are on sale again.` }),
  })
  return (
    <TextDialog
      title={`Reject ${reference}?`}
      note="the buyer sees it"
      rows={2}
      fieldError="Please tell the buyer why."
      confirmLabel={`Reject order, ${formatDollars(amount)}`}
      pendingLabel="Canceling it…"
      confirmLook="danger"
      cancelLabel="Keep waiting"
      change={reject}
      isOver={isOver(reject.error)}
      onClose={onClose}
    >
      <p>
        The order is canceled and {formatPlural(lines.length, 'package')} {lines.length === 1 ? 'goes' : 'go'} back on
        sale. If the money did arrive, you have to send it back yourself.
      </p>
    </TextDialog>
  )
}

/** Buyers may choose Cash App while the page is open. */
const AGAIN_MS = 15_000
/** An order is urgent with less time left than this. */
const URGENT_MS = 3 * 60 * 60 * 1000

/** A transfer that somebody announced: of an order, or of a payment link, which another feature decides on. */
export interface Announced extends Omit<contract.CashAppQueueEntry, 'businessName'> {
  linkId?: string
}

type Asked = { entry: Announced; decision: 'verify' | 'reject' }

interface CashAppViewProps {
  /** Those of payment links. */
  links: readonly Announced[]
  onLink: (linkId: string, decision: Asked['decision']) => void
}

/** The queue of orders and payment links that wait for a Cash App check, the first to end on top. */
export function CashAppView({ links, onLink }: CashAppViewProps) {
  const queue = useQuery({
    queryKey: query(contract.listCashAppOrders).queryKey,
    queryFn: async ({ signal }) => {
      const found = await callApi(contract.listCashAppOrders, { signal })
      recordServerTime(found.now)
      return found
    },
    ...FRESH,
    refetchInterval: AGAIN_MS,
  })
  const [asked, setAsked] = useState<Asked | null>(null)
  const handleClose = () => setAsked(null)
  const rows = queue.data && [...queue.data.orders, ...links].toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt))
  return (
    <Panel intro="Buyers send these amounts in Cash App, with the reference as the note. Find each one and say whether it arrived. Orders decided before are under All, paid by Cash App.">
      <div className="grid gap-4">
        <PagedTable<Announced>
          list={{ ...queue, data: rows }}
          label="Orders waiting"
          columns={queueColumns((entry, decision) =>
            entry.linkId ? onLink(entry.linkId, decision) : setAsked({ entry, decision }),
          )}
          rowKey={({ reference }) => reference}
          errorTitle="The queue could not be loaded"
          footnote={timesNote()}
          empty={
            <EmptyState title="No payments to check">
              When a buyer chooses Cash App, the order appears here with the amount and the note to look for.
            </EmptyState>
          }
        />
        {queue.data && queue.data.waiting > contract.CASH_APP_QUEUE_MAX && (
          <p className="text-sm text-muted">
            {formatPlural(queue.data.waiting, 'order')} waiting; the first {contract.CASH_APP_QUEUE_MAX} are shown.
          </p>
        )}
      </div>
      {asked?.decision === 'verify' && <VerifyDialog entry={asked.entry} onClose={handleClose} />}
      {asked?.decision === 'reject' && <RejectDialog entry={asked.entry} onClose={handleClose} />}
    </Panel>
  )
}

const queueColumns = (onDecide: (entry: Announced, decision: Asked['decision']) => void): Column<Announced>[] => [
  {
    header: 'Note to look for',
    isTitle: true,
    isUnbroken: true,
    cell: ({ reference, lines }) => (
      <strong
        className="figures font-semibold"
        title={lines.map((line) => `${packageName(line)}, ${line.county}`).join('; ')}
      >
        {reference}
      </strong>
    ),
  },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatDollars(amount) },
  { header: 'Buyer', cell: ({ fullName }) => <span dir="auto">{fullName}</span> },
  { header: 'Email', isOptional: true, cell: ({ email }) => email },
  {
    header: 'Phone',
    isOptional: 'hidden',
    isUnbroken: true,
    cell: ({ cellPhone }) => cellPhone && <PhoneLink phone={cellPhone} />,
  },
  { header: 'Paid by', isUnbroken: true, cell: ({ linkId }) => (linkId ? 'Payment link' : 'Cart') },
  { header: 'Chosen', isUnbroken: true, cell: ({ chosenAt }) => <When at={chosenAt} /> },
  { header: 'Ends', isUnbroken: true, cell: (entry) => <TimeLeft entry={entry} /> },
  actsColumn((entry) => (
    <>
      <Button size="small" look="primary" about={` ${entry.reference}`} onClick={() => onDecide(entry, 'verify')}>
        Verify
      </Button>
      <Button size="small" about={` ${entry.reference}`} onClick={() => onDecide(entry, 'reject')}>
        Reject
      </Button>
    </>
  )),
]

function TimeLeft({ entry: { expiresAt } }: { entry: Announced }) {
  const nowMs = useServerSeconds() * 1000
  const isUrgent = Date.parse(expiresAt) - nowMs < URGENT_MS
  return (
    <span className={classes('figures', isUrgent && 'font-semibold text-attention')}>
      {formatTimeLeft(expiresAt, nowMs)}
    </span>
  )
}
