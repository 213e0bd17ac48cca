import { CircleCheck, Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { resendMessage } from '#contract/admin/messages.ts'
import { ORDER_CELLS } from '#contract/admin/order-export.ts'
import { getAdminOrder, type ListedOrder } from '#contract/admin/order-screen.ts'
import { type BulkAsked, BulkDialog } from '#web/lib/bulk-dialog.tsx'
import { callApi } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { ChosenExport } from '#web/lib/export-button.tsx'
import { formatPlural } from '#web/lib/format.ts'
import { DONE, type Outcome, skipped } from '#web/lib/run-each.ts'
import { reload } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { TextArea } from '#web/ui/more-fields.tsx'
import { TOUCHED_PATHS } from './order-data.ts'

/** Emails the buyer of an order its latest confirmation again. The same attempt does it once. */
async function resendConfirmation({ id }: ListedOrder, attemptId: string): Promise<Outcome> {
  const { messages } = await callApi(getAdminOrder, { params: { orderId: id } })
  // Resent ones are of the same kind.
  const [latest] = messages
    .filter(({ kind, channel }) => kind === 'order_confirmation' && channel === 'email')
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  if (!latest) return skipped('without a confirmation of its own')
  await callApi(resendMessage, { params: { messageId: latest.id }, body: { attemptId } })
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

export const ChosenOrders = ({ orders, onAsk, onDone }: ChosenOrdersProps) => (
  <>
    {orders.some(({ paidAt }) => paidAt !== null) && (
      <>
        <Button icon={CircleCheck} size="small" onClick={() => onAsk('deliver')}>
          Mark delivered
        </Button>
        <Button icon={Send} size="small" onClick={() => onAsk('resend')}>
          Resend email
        </Button>
      </>
    )}
    <ChosenExport name="orders-chosen.csv" cells={ORDER_CELLS} rows={orders} onDone={onDone} />
  </>
)

const SHARED = {
  rowKey: ({ id }: ListedOrder) => id,
  nameOf: ({ reference, fullName }: ListedOrder) => (fullName ? `${reference}, ${fullName}` : reference),
  onSettled: () => void reload(TOUCHED_PATHS),
} as const

type BulkOrdersProps = { asked: BulkAsked<OrderAct, ListedOrder>; acts: DeliveryActs }

export const BulkOrders = (props: BulkOrdersProps) =>
  props.asked.kind === 'deliver' ? <DeliverMany {...props} /> : <ResendMany {...props} />

function DeliverMany({ asked: { rows, onClose }, acts }: BulkOrdersProps) {
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

const MAILS = choicesOf({ confirmation: 'Order confirmation', delivery: 'New link to the leads' })

function ResendMany({ asked: { rows, onClose }, acts }: BulkOrdersProps) {
  const [mail, setMail] = useState<(typeof MAILS)[number]['value']>('confirmation')
  // One attempt for each order: trying again after a lost reply sends nothing twice.
  const [attempts] = useState(() => new Map(rows.map(({ id }) => [id, crypto.randomUUID()])))
  return (
    <BulkDialog
      {...SHARED}
      title={`Email the buyers of ${formatPlural(rows.length, 'order')} again?`}
      rows={rows}
      act={(order) => {
        const attemptId = attempts.get(order.id) ?? crypto.randomUUID()
        return mail === 'delivery' ? acts.sendAgain(order, attemptId) : resendConfirmation(order, attemptId)
      }}
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
