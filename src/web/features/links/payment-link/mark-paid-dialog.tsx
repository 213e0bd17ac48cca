import { useMutation } from '@tanstack/react-query'
import type { Invoice, PaymentRequest } from '#contract/links/payment-request-values.ts'
import { markPaymentRequestPaid } from '#contract/links/payment-requests.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDollars } from '#web/lib/format.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { followRequests } from '../requests/request-data.ts'

/** Asks an administrator before the store relies on money that no card provider has seen. */
export function MarkPaidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { error, isPending, mutate } = useMutation<PaymentRequest, ApiError, string>({
    mutationFn: (reference) =>
      callApi(markPaymentRequestPaid, {
        params: { token: invoice.token },
        body: { reference: reference.trim() || null },
      }),
    onSuccess: () => showToast({ title: 'Invoice marked as paid successfully' }),
    onError: ({ sentence }) =>
      showToast({ title: 'Failed to mark invoice as paid', description: sentence, tone: 'danger' }),
    onSettled: followRequests,
  })
  return (
    <TextDialog
      title={`Mark ${invoice.reference} as paid?`}
      label="Reference"
      note="optional"
      complaint={null}
      confirmLabel={`Mark as paid, ${formatDollars(invoice.total)}`}
      pendingLabel="Marking…"
      isPending={isPending}
      isOver={error?.code === 'payment_request_paid' || error?.code === 'payment_request_not_found'}
      error={error}
      onConfirm={(reference) => mutate(reference, { onSuccess: onClose })}
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
