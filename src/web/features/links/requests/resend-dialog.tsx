import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useResend } from './use-request-actions.ts'

interface ResendDialogProps {
  request: PaymentRequest
  onClose: () => void
  /** Makes a new cart from what is still in stock, if a resend is not possible. */
  onRepeat: () => void
}

/** Asks before a customer gets another email and a new link; and again if the amount has changed. */
export function ResendDialog({ request, onClose, onRepeat }: ResendDialogProps) {
  const resend = useResend()
  const { error } = resend
  const changedTotal = error?.code === 'amount_changed' ? String(error.details.total ?? '') : ''
  const total = changedTotal || request.total
  const isSoldOut = error?.code === 'payment_request_out_of_stock'
  const isOver = error?.code === 'payment_request_paid' || error?.code === 'invoice_not_found'
  const handleConfirm = () => resend.mutate({ request, total: changedTotal || undefined }, { onSuccess: onClose })
  return (
    <ConfirmDialog
      title={`Send ${request.customerName} a new link?`}
      confirmLabel={
        changedTotal ? `Agree and send, ${formatDollars(total)}` : `Send a new link, ${formatDollars(total)}`
      }
      pendingLabel="Sending…"
      isPending={resend.isPending}
      onConfirm={isSoldOut || isOver ? undefined : handleConfirm}
      cancelLabel={isSoldOut || isOver ? 'Close' : 'Cancel'}
      onClose={onClose}
    >
      <p>
        A new secure link goes to <strong>{request.customerEmail}</strong> and expires in 24 hours. The old link will
        just say that it was replaced.
      </p>
      {changedTotal ? (
        <Notice tone="attention" title="The amount changed">
          <p className="figures">
            <s className="text-muted">
              <span className="sr-only">was </span>
              {formatDollars(request.total)}
            </s>{' '}
            <span aria-hidden="true">→ </span>
            <span className="sr-only">now </span>
            <strong>{formatDollars(changedTotal)}</strong>
          </p>
          <p>Prices changed since the link expired. Nothing has been sent yet.</p>
        </Notice>
      ) : isSoldOut ? (
        <Notice
          tone="danger"
          title="Sold out"
          action={
            <Button
              onClick={() => {
                onClose()
                onRepeat()
              }}
            >
              Make a new cart
            </Button>
          }
        >
          {error?.sentence}
        </Notice>
      ) : (
        error && <Notice tone="danger">{error.sentence}</Notice>
      )}
    </ConfirmDialog>
  )
}
