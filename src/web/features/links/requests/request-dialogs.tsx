import { Send } from 'lucide-react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import * as contract from '#contract/links/payment-requests.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { formatDollars } from '#web/lib/format.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AmountChange } from '../invoicing/send-area.tsx'
import { REQUEST_CHANGE } from './request-data.ts'

const isGone = (error: ApiError | null) => error?.code === 'payment_request_paid' || error?.code === 'invoice_not_found'

/** Asks before a customer gets another email and a new link; and again if the amount has changed. */
export function ResendDialog(props: { request: PaymentRequest; onClose: () => void; onRepeat: () => void }) {
  const { request, onClose, onRepeat } = props
  const resend = useChange({
    ...REQUEST_CHANGE,
    send: (body: { total?: string }) =>
      callApi(contract.resendPaymentRequest, { params: { paymentRequestId: request.id }, body }),
    toast: ({ customerEmail }) => ({
      title: 'Payment Request Sent',
      description: `A new link goes to ${customerEmail}.`,
    }),
    onFailed: ({ code }) => {
      if (code !== 'amount_changed')
        showToast({ title: 'Error', description: 'Failed to send payment request.', tone: 'danger' })
    },
  })
  const { error } = resend
  const changedTotal = error?.code === 'amount_changed' ? String(error.details.total ?? '') : ''
  const isSoldOut = error?.code === 'payment_request_out_of_stock'
  const isOver = isSoldOut || isGone(error)
  const handleNewCart = () => {
    onClose()
    onRepeat()
  }
  return (
    <ConfirmDialog
      title={`Send ${request.customerName} a new link?`}
      confirmLabel={`${changedTotal ? 'Agree and send' : 'Send a new link'}, ${formatDollars(changedTotal || request.total)}`}
      pendingLabel="Sending…"
      isPending={resend.isPending}
      onConfirm={
        isOver ? undefined : () => resend.mutate(changedTotal ? { total: changedTotal } : {}, { onSuccess: onClose })
      }
      cancelLabel={isOver ? 'Close' : 'Cancel'}
      onClose={onClose}
    >
      <p>
        A new secure link goes to <strong>{request.customerEmail}</strong> and expires in 24 hours. The old link will
        just say that it was replaced.
      </p>
      {changedTotal ? (
        <Notice tone="attention" title="The amount changed">
          <AmountChange was={request.total} now={changedTotal} />
          <p>Prices changed since the link expired. Nothing has been sent yet.</p>
        </Notice>
      ) : isSoldOut ? (
        <Notice tone="danger" title="Sold out" action={<Button onClick={handleNewCart}>Make a new cart</Button>}>
          {error.sentence}
        </Notice>
      ) : (
        error && <ErrorNotice error={error} />
      )}
    </ConfirmDialog>
  )
}

/** Asks before a link is canceled: the customer may have it open. The units it held go back on sale. */
export function VoidDialog({ request, onClose }: { request: PaymentRequest; onClose: () => void }) {
  const { error, isPending, mutate } = useChange({
    ...REQUEST_CHANGE,
    send: () => callApi(contract.voidPaymentRequest, { params: { paymentRequestId: request.id } }),
    toast: ({ reference }) => ({
      title: 'Payment link canceled',
      description: `The packages of ${reference} are available again.`,
    }),
  })
  const isOver = isGone(error)
  return (
    <ConfirmDialog
      title={`Cancel the payment link to ${request.customerName}?`}
      confirmLabel={`Cancel the link, ${formatDollars(request.total)}`}
      pendingLabel="Canceling…"
      confirmLook="danger"
      cancelLabel={isOver ? 'Close' : 'Keep it'}
      isPending={isPending}
      onConfirm={isOver ? undefined : () => mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>The link stops working at once and its packages go back on sale. The customer gets no email.</p>
      <ErrorNotice error={error} />
    </ConfirmDialog>
  )
}

/** Asks an administrator before the store relies on money that no card provider has seen. */
export function MarkPaidDialog({ invoice, onClose }: { invoice: PaymentRequest; onClose: () => void }) {
  const mark = useChange({
    ...REQUEST_CHANGE,
    send: (reference: string) => {
      const body = { reference: reference.trim() || null }
      return callApi(contract.markPaymentRequestPaid, { params: { token: invoice.token }, body })
    },
    toast: () => ({ title: 'Invoice marked as paid successfully' }),
    failed: 'Failed to mark invoice as paid',
  })
  return (
    <TextDialog
      title={`Mark ${invoice.reference} as paid?`}
      label="Reference"
      note="optional"
      fieldError={null}
      confirmLabel={`Mark as paid, ${formatDollars(invoice.total)}`}
      pendingLabel="Marking…"
      change={mark}
      isOver={mark.error?.code === 'payment_request_paid' || mark.error?.code === 'payment_request_not_found'}
      onClose={onClose}
    >
      <p>
        Do this when {invoice.customerName} paid another way. The link stops taking cards, the order is processed, and
        the customer gets the receipt. You can’t undo it here.
      </p>
      {invoice.status === 'expired' && (
        <p>This request has expired, so we take its packages from stock again if any are left.</p>
      )}
      <p className="text-muted">
        Enter something that helps you find the money later, e.g. the transfer number. We keep it with your name.
      </p>
    </TextDialog>
  )
}

/** Emails a live link again. */
export const useMailAgain = () =>
  useChange({
    ...REQUEST_CHANGE,
    send: ({ id }: PaymentRequest) => callApi(contract.mailPaymentRequest, { params: { paymentRequestId: id } }),
    toast: ({ customerEmail }) => ({
      title: 'Email on its way',
      description: `The link goes to ${customerEmail} again.`,
    }),
    failed: 'Error',
  })

/** The same as a button. `about` names the request to screen readers in a list. */
export function MailAgainButton({ request, about }: { request: PaymentRequest; about?: string }) {
  const { isPending, mutate } = useMailAgain()
  return (
    <Button icon={Send} size={about ? 'small' : 'normal'} isBusy={isPending} onClick={() => mutate(request)}>
      <span>
        {isPending ? 'Sending…' : 'Email again'}
        {about && <span className="sr-only"> {about}</span>}
      </span>
    </Button>
  )
}

/** Turns the reminder before a link expires on or off. */
export const useSetReminder = () =>
  useChange({
    ...REQUEST_CHANGE,
    send: ({ request, isReminderOn }: { request: PaymentRequest; isReminderOn: boolean }) =>
      callApi(contract.setReminder, { params: { paymentRequestId: request.id }, body: { isReminderOn } }),
    toast: ({ customerEmail }, { isReminderOn }) =>
      isReminderOn
        ? { title: 'Reminder on', description: `${customerEmail} gets a reminder before the link expires.` }
        : { title: 'Reminder off', description: 'We will not send a reminder for this link.' },
    failed: 'Error',
  })
