import type { CashAppQueueEntry } from '#contract/payments/cash-app.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useReject, useVerify } from './cash-app-data.ts'

interface DecideProps {
  entry: CashAppQueueEntry
  onClose: () => void
}

/** Codes that leave nothing to decide. */
const OVER: readonly string[] = ['order_already_paid', 'order_cancelled', 'order_not_found']
const isOver = (error: ApiError | null): boolean => error !== null && OVER.includes(error.code)

/** Asks before an order counts as paid, because no later step checks it. */
export function VerifyDialog({ entry, onClose }: DecideProps) {
  const verify = useVerify()
  const amount = formatDollars(entry.amount)
  return (
    <TextDialog
      title={`Did ${amount} for ${entry.reference} arrive?`}
      label="Transfer ID"
      note="optional, to find it again"
      complaint={null}
      confirmLabel={`Yes, ${amount} arrived`}
      pendingLabel="Marking it paid…"
      cancelLabel="Not yet"
      isPending={verify.isPending}
      isOver={isOver(verify.error)}
      error={verify.error}
      onConfirm={(note) => verify.mutate({ entry, note }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Look for a transfer of exactly {amount} with the note {entry.reference}. If you confirm, the order is paid,{' '}
        {formatPlural(entry.lines.length, 'package')} {entry.lines.length === 1 ? 'is' : 'are'} sold, and{' '}
        {entry.fullName || 'the buyer'} gets the confirmation by email.
      </p>
    </TextDialog>
  )
}

/** Asks for a reason before canceling an order; the buyer sees it. */
export function RejectDialog({ entry, onClose }: DecideProps) {
  const reject = useReject()
  return (
    <TextDialog
      title={`Reject ${entry.reference}?`}
      note="the buyer sees it"
      rows={2}
      complaint="Please tell the buyer why."
      confirmLabel={`Reject order, ${formatDollars(entry.amount)}`}
      pendingLabel="Canceling it…"
      confirmLook="danger"
      cancelLabel="Keep waiting"
      isPending={reject.isPending}
      isOver={isOver(reject.error)}
      error={reject.error}
      onConfirm={(reason) => reject.mutate({ entry, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        The order is canceled and {formatPlural(entry.lines.length, 'package')}{' '}
        {entry.lines.length === 1 ? 'goes' : 'go'} back on sale. If the money did arrive, you have to send it back
        yourself.
      </p>
    </TextDialog>
  )
}
