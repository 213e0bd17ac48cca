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
        Do this when the money of {invoice.customerName} came another way. The link stops taking cards, the order is
        processed, and the customer gets the receipt. It cannot be taken back here.
      </p>
      {invoice.status === 'expired' && (
        <p>The time of this request is over, so its packages are taken from stock anew if there are any left.</p>
      )}
      <p className="text-muted">
        A reference is what helps to find the money again, e.g. the number of a transfer. It is kept with your name.
      </p>
    </TextDialog>
  )
}
