import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useVoid } from './use-request-actions.ts'

/** Asks before a link is voided: the customer may have it open. */
export function VoidDialog({ request, onClose }: { request: PaymentRequest; onClose: () => void }) {
  const voidRequest = useVoid()
  const { error } = voidRequest
  const isOver = error?.code === 'payment_request_paid' || error?.code === 'invoice_not_found'
  return (
    <ConfirmDialog
      title={`Withdraw the request to ${request.customerName}?`}
      confirmLabel={`Void request, ${formatDollars(request.total)}`}
      pendingLabel="Withdrawing…"
      confirmLook="danger"
      cancelLabel={isOver ? 'Close' : 'Keep it'}
      isPending={voidRequest.isPending}
      onConfirm={isOver ? undefined : () => voidRequest.mutate(request, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>The link stops working at once and its packages go back on sale. The customer gets no email.</p>
      {error && <Notice tone="danger">{error.sentence}</Notice>}
    </ConfirmDialog>
  )
}
