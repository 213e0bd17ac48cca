import { useState } from 'react'
import type { Invoice } from '#contract/links/payment-request-values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMarkPaid } from './invoice-data.ts'

/** As long as the contract takes. */
const REFERENCE_LENGTH_MAX = 200

interface MarkPaidDialogProps {
  invoice: Invoice
  onClose: () => void
  /** Reads everything again that may have changed. */
  onSettled: () => Promise<unknown>
}

/** Asks an administrator before money is taken for granted that no card provider has seen. */
export function MarkPaidDialog({ invoice, onClose, onSettled }: MarkPaidDialogProps) {
  const [reference, setReference] = useState('')
  const markPaid = useMarkPaid(onSettled)
  const { error } = markPaid
  const isOver = error?.code === 'payment_request_paid' || error?.code === 'payment_request_not_found'
  return (
    <ConfirmDialog
      title={`Mark ${invoice.reference} as paid?`}
      confirmLabel={`Mark as paid, ${formatDollars(invoice.total)}`}
      pendingLabel="Marking…"
      cancelLabel={isOver ? 'Close' : 'Cancel'}
      isPending={markPaid.isPending}
      onConfirm={
        isOver ? undefined : () => markPaid.mutate({ token: invoice.token, reference }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        Do this when the money of {invoice.customerName} came another way. The link stops taking cards, the order is
        processed, and the customer gets the receipt. It cannot be taken back here.
      </p>
      {invoice.status === 'expired' && (
        <p>The time of this request is over, so its packages are taken from stock anew if there are any left.</p>
      )}
      <TextField
        label="Reference"
        note="optional"
        maxLength={REFERENCE_LENGTH_MAX}
        value={reference}
        autoComplete="off"
        onChange={(event) => setReference(event.target.value)}
      />
      <p className="text-muted">
        What helps to find the money again, e.g. the number of a transfer. It is kept with your name.
      </p>
      {error && <Notice tone="danger">{error.sentence}</Notice>}
    </ConfirmDialog>
  )
}
