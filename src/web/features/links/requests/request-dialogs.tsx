import { useMutation } from '@tanstack/react-query'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { resendPaymentRequest, voidPaymentRequest } from '#contract/links/payment-requests.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AmountChange } from '../invoicing/amount-change.tsx'
import { followRequests } from './request-data.ts'

const isGone = (error: ApiError | null) => error?.code === 'payment_request_paid' || error?.code === 'invoice_not_found'

/** Asks before a customer gets another email and a new link; and again if the amount has changed. */
export function ResendDialog(props: { request: PaymentRequest; onClose: () => void; onRepeat: () => void }) {
  const { request, onClose, onRepeat } = props
  const resend = useMutation<PaymentRequest, ApiError, { total?: string }>({
    mutationFn: (body) =>
      callApi(resendPaymentRequest, {
        params: { paymentRequestId: request.id },
        body,
      }),
    onSuccess: ({ customerEmail }) =>
      showToast({ title: 'Payment Request Sent', description: `A new link goes to ${customerEmail}.` }),
    onError: ({ code }) => {
      if (code !== 'amount_changed')
        showToast({ title: 'Error', description: 'Failed to send payment request.', tone: 'danger' })
    },
    onSettled: followRequests,
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
        error && <Notice tone="danger">{error.sentence}</Notice>
      )}
    </ConfirmDialog>
  )
}

/** Asks before a link is voided: the customer may have it open. The units it held go back on sale. */
export function VoidDialog({ request, onClose }: { request: PaymentRequest; onClose: () => void }) {
  const { error, isPending, mutate } = useMutation<PaymentRequest, ApiError>({
    mutationFn: () =>
      callApi(voidPaymentRequest, {
        params: { paymentRequestId: request.id },
      }),
    onSuccess: ({ reference }) =>
      showToast({ title: 'Payment request withdrawn', description: `The packages of ${reference} are on sale again.` }),
    onSettled: followRequests,
  })
  const isOver = isGone(error)
  return (
    <ConfirmDialog
      title={`Withdraw the request to ${request.customerName}?`}
      confirmLabel={`Void request, ${formatDollars(request.total)}`}
      pendingLabel="Withdrawing…"
      confirmLook="danger"
      cancelLabel={isOver ? 'Close' : 'Keep it'}
      isPending={isPending}
      onConfirm={isOver ? undefined : () => mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>The link stops working at once and its packages go back on sale. The customer gets no email.</p>
      {error && <Notice tone="danger">{error.sentence}</Notice>}
    </ConfirmDialog>
  )
}
