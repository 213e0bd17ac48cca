import type { Invoice } from '#contract/links/payment-request-values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useMarkPaid } from './invoice-data.ts'

interface MarkPaidDialogProps {
  invoice: Invoice
  onClose: () => void
  /** Reloads everything that may have changed. */
  onSettled: () => Promise<unknown>
}

/** Asks an administrator before the store relies on money that no card provider has seen. */
export function MarkPaidDialog({ invoice, onClose, onSettled }: MarkPaidDialogProps) {
  const markPaid = useMarkPaid(onSettled)
  const { error } = markPaid
  return (
    <TextDialog
      title={`Mark ${invoice.reference} as paid?`}
      label="Reference"
      note="optional"
      complaint={null}
      confirmLabel={`Mark as paid, ${formatDollars(invoice.total)}`}
      pendingLabel="Marking…"
      isPending={markPaid.isPending}
      isOver={error?.code === 'payment_request_paid' || error?.code === 'payment_request_not_found'}
      error={error}
      onConfirm={(reference) => markPaid.mutate({ token: invoice.token, reference }, { onSuccess: onClose })}
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
