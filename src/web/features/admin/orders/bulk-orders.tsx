import { CircleCheck, Send } from 'lucide-react'
import { useRef, useState } from 'react'
import type { resendMessage } from '#contract/admin/messages.ts'
import type { AdminOrder, getAdminOrder, ListedOrder } from '#contract/admin/order-screen.ts'
import { ORDER_COLUMNS, orderRow } from '#contract/admin/orders-csv.ts'
import type { BulkAsked } from '#web/lib/bulk-dialog.tsx'
import { BulkDialog } from '#web/lib/bulk-dialog.tsx'
import { callApi } from '#web/lib/call-api.ts'
import { ChosenExport } from '#web/lib/chosen-export.tsx'
import { formatPlural } from '#web/lib/format.ts'
import { DONE, type Outcome, skipped } from '#web/lib/run-each.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { readOrdersAgain } from './order-data.ts'

/** The latest confirmation of an order; resent ones are of the same kind. */
const confirmationOf = (messages: AdminOrder['messages']): AdminOrder['messages'][number] | undefined =>
  messages
    .filter(({ kind, channel }) => kind === 'order_confirmation' && channel === 'email')
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0]

/** Emails the buyer of an order its confirmation again. The same attempt does it once. */
async function resendConfirmation({ id }: Pick<ListedOrder, 'id'>, attemptId: string): Promise<Outcome> {
  const { messages } = await callApi<typeof getAdminOrder>('GET', '/api/admin/orders/:orderId', {
    params: { orderId: id },
  })
  const confirmation = confirmationOf(messages)
  if (!confirmation) return skipped('without a confirmation')
  await callApi<typeof resendMessage>('POST', '/api/admin/messages/:messageId/resend', {
    params: { messageId: confirmation.id },
    body: { attemptId },
  })
  return DONE
}

export type OrderAct = 'deliver' | 'resend'

/** What another feature does about the deliveries of an order. */
export interface DeliveryActs {
  /** Marks what waits for a person as delivered; the buyer gets the note. */
  deliverByHand: (order: ListedOrder, note: string) => Promise<Outcome>
  /** Emails new links to what was delivered. */
  sendAgain: (order: ListedOrder, attemptId: string) => Promise<Outcome>
}

interface ChosenOrdersProps {
  orders: readonly ListedOrder[]
  onAsk: (act: OrderAct) => void
  onDone: () => void
}

const isPaid = ({ paidAt }: ListedOrder): boolean => paidAt !== null

/** What to do with several orders at once. */
export function ChosenOrders({ orders, onAsk, onDone }: ChosenOrdersProps) {
  return (
    <>
      {orders.some(isPaid) && (
        <>
          <Button size="small" onClick={() => onAsk('deliver')}>
            <CircleCheck size={16} aria-hidden="true" />
            Mark delivered
          </Button>
          <Button size="small" onClick={() => onAsk('resend')}>
            <Send size={16} aria-hidden="true" />
            Resend email
          </Button>
        </>
      )}
      <ChosenExport name="orders-chosen.csv" columns={ORDER_COLUMNS} rowOf={orderRow} rows={orders} onDone={onDone} />
    </>
  )
}

const SHARED = {
  rowKey: ({ id }: ListedOrder) => id,
  nameOf: ({ reference, fullName }: ListedOrder) => (fullName ? `${reference}, ${fullName}` : reference),
  onSettled: readOrdersAgain,
} as const

interface BulkOrdersProps {
  asked: BulkAsked<OrderAct, ListedOrder>
  acts: DeliveryActs
}

/** The dialog of an action on several orders. */
export const BulkOrders = ({ asked: { kind, rows, onClose }, acts }: BulkOrdersProps) =>
  kind === 'deliver' ? <DeliverMany {...{ rows, onClose, acts }} /> : <ResendMany {...{ rows, onClose, acts }} />

interface ManyProps extends Pick<BulkAsked<OrderAct, ListedOrder>, 'rows' | 'onClose'> {
  acts: DeliveryActs
}

function DeliverMany({ rows, onClose, acts }: ManyProps) {
  const [note, setNote] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const isMissing = note.trim() === ''
  return (
    <BulkDialog
      {...SHARED}
      title={`Were the packages of ${formatPlural(rows.length, 'order')} delivered?`}
      rows={rows}
      act={(order) => acts.deliverByHand(order, note.trim())}
      doneWord="delivered"
      confirmLabel="Yes, they were delivered"
      isReady={() => {
        setIsChecked(true)
        if (isMissing) field.current?.focus()
        return !isMissing
      }}
      onClose={onClose}
    >
      <p>
        This is for packages that wait for a person. Each buyer gets an email with your note. An order is processed once
        all its packages are delivered.
      </p>
      <TextArea
        ref={field}
        label="How they were delivered"
        note="the buyers see it"
        rows={3}
        maxLength={1_000}
        dir="auto"
        value={note}
        error={isChecked && isMissing ? 'Please say how, e.g. “Sent to your office by courier”.' : undefined}
        onChange={({ target }) => setNote(target.value)}
      />
    </BulkDialog>
  )
}

const MAILS = [
  { value: 'confirmation', label: 'Order confirmation' },
  { value: 'delivery', label: 'New link to the leads' },
] as const
type Mail = (typeof MAILS)[number]['value']

function ResendMany({ rows, onClose, acts }: ManyProps) {
  const [mail, setMail] = useState<Mail>('confirmation')
  // One attempt for each order: trying again after a lost reply sends nothing twice.
  const [attempts] = useState(() => new Map(rows.map(({ id }) => [id, crypto.randomUUID()])))
  const act = (order: ListedOrder) => {
    const attemptId = attempts.get(order.id) ?? crypto.randomUUID()
    return mail === 'delivery' ? acts.sendAgain(order, attemptId) : resendConfirmation(order, attemptId)
  }
  return (
    <BulkDialog
      {...SHARED}
      title={`Email the buyers of ${formatPlural(rows.length, 'order')} again?`}
      rows={rows}
      act={act}
      doneWord="sent"
      confirmLabel={mail === 'delivery' ? 'Send new links' : 'Send confirmations'}
      onClose={onClose}
    >
      <div>
        <Choice legend="Which email" options={MAILS} value={mail} onChange={setMail} />
      </div>
      <p>
        {mail === 'delivery'
          ? 'Each buyer gets a new link to every package that was delivered. Their earlier links stop working at once.'
          : 'Each buyer gets the confirmation of their order again, as it is now.'}
      </p>
    </BulkDialog>
  )
}
