import { useState } from 'react'
import type { CashAppQueueEntry } from '#contract/payments/cash-app.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useReject, useVerify } from './cash-app-data.ts'

interface DecideProps {
  entry: CashAppQueueEntry
  onClose: () => void
}

/** Codes after which there is nothing left to decide. */
const OVER: readonly string[] = ['order_already_paid', 'order_cancelled', 'order_not_found']

/** Asks before an order counts as paid, because no later step checks it. */
export function VerifyDialog({ entry, onClose }: DecideProps) {
  const [note, setNote] = useState('')
  const verify = useVerify()
  const { error } = verify
  const isOver = error !== null && OVER.includes(error.code)
  const amount = formatDollars(entry.amount)
  return (
    <ConfirmDialog
      title={`Did ${amount} for ${entry.reference} arrive?`}
      confirmLabel={`Yes, ${amount} arrived`}
      pendingLabel="Marking it paid…"
      cancelLabel={isOver ? 'Close' : 'Not yet'}
      isPending={verify.isPending}
      onConfirm={isOver ? undefined : () => verify.mutate({ entry, note }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Look for a transfer of exactly {amount} with the note {entry.reference}. The order is then paid,{' '}
        {formatPlural(entry.lines.length, 'package')} {entry.lines.length === 1 ? 'is' : 'are'} sold, and{' '}
        {entry.fullName || 'the buyer'} gets the confirmation by email.
      </p>
      {!isOver && (
        <TextField
          label="The transfer’s id"
          note="optional, to find it again"
          maxLength={200}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      )}
      {error && <Notice tone="danger">{error.sentence}</Notice>}
    </ConfirmDialog>
  )
}

/** Asks why, before an order is canceled: the buyer reads it. */
export function RejectDialog({ entry, onClose }: DecideProps) {
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const reject = useReject()
  const { error } = reject
  const isOver = error !== null && OVER.includes(error.code)
  const isMissing = isChecked && reason.trim() === ''
  const handleConfirm = () => {
    setIsChecked(true)
    if (reason.trim() !== '') reject.mutate({ entry, reason }, { onSuccess: onClose })
  }
  return (
    <ConfirmDialog
      title={`Reject ${entry.reference}?`}
      confirmLabel={`Reject order, ${formatDollars(entry.amount)}`}
      pendingLabel="Canceling it…"
      confirmLook="danger"
      cancelLabel={isOver ? 'Close' : 'Keep waiting'}
      isPending={reject.isPending}
      onConfirm={isOver ? undefined : handleConfirm}
      onClose={onClose}
    >
      <p>
        The order is canceled and {formatPlural(entry.lines.length, 'package')}{' '}
        {entry.lines.length === 1 ? 'goes' : 'go'} back on sale. Money that did arrive has to be sent back by you.
      </p>
      {!isOver && (
        <div>
          <TextArea
            label="Reason"
            note="the buyer reads it"
            rows={2}
            maxLength={200}
            value={reason}
            aria-invalid={isMissing || undefined}
            onChange={({ target }) => setReason(target.value)}
          />
          {isMissing && <p className="mt-1 text-danger">Please tell the buyer why.</p>}
        </div>
      )}
      {error && <Notice tone="danger">{error.sentence}</Notice>}
    </ConfirmDialog>
  )
}
