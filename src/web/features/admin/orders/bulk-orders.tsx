import { CircleCheck, Send } from 'lucide-react'
import { useState } from 'react'
import { resendMessage } from '#contract/admin/messages.ts'
import { ORDER_CELLS } from '#contract/admin/order-export.ts'
import { getAdminOrder, type ListedOrder } from '#contract/admin/order-screen.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { type BulkAsked, BulkDialog, DeliveredDialog } from '#web/lib/bulk-dialog.tsx'
import { callApi } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { ChosenExport } from '#web/lib/export-button.tsx'
import { formatPlural } from '#web/lib/format.ts'
import { DONE, type Outcome, skipped } from '#web/lib/run-each.ts'
import { reload } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
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

type ChosenOrdersProps = { orders: readonly ListedOrder[]; onAsk: (act: OrderAct) => void; onDone: () => void }

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

const DeliverMany = ({ asked: { rows, onClose }, acts }: BulkOrdersProps) => (
  <DeliveredDialog
    {...SHARED}
    title={`Mark ${formatPlural(rows.length, 'order')} delivered`}
    rows={rows}
    deliver={acts.deliverByHand}
    onClose={onClose}
  >
    <p>
      This is for packages that wait for a person. Each buyer gets an email with your note. An order is processed once
      all its packages are delivered.
    </p>
  </DeliveredDialog>
)

const MAILS = choicesOf({ confirmation: 'Order confirmation', delivery: 'New link to the leads' })

function ResendMany({ asked: { rows, onClose }, acts }: BulkOrdersProps) {
  const [mail, setMail] = useState<(typeof MAILS)[number]['value']>('confirmation')
  const attempt = useAttempt()
  return (
    <BulkDialog
      {...SHARED}
      title={`Email the buyers of ${formatPlural(rows.length, 'order')} again?`}
      rows={rows}
      act={(order) => (mail === 'delivery' ? acts.sendAgain : resendConfirmation)(order, attempt.idFor(mail))}
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
