import { type ReactNode, useState } from 'react'
import type { ButtonLook } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ApiError } from './api-error.ts'

/** What the server takes of a reason, wherever one is asked for. */
const REASON_LENGTH_MAX = 200

/** Said where a reason is missing. */
export const REASON_MISSING = 'Say why: the log keeps every such act with its reason.'

interface ReasonDialogProps {
  title: string
  /** What follows from a yes. */
  children: ReactNode
  /** What has to be typed. */
  label?: string
  note?: string
  /** Said when nothing is typed. */
  complaint?: string
  lengthMax?: number
  confirmLabel: string
  pendingLabel?: string
  confirmLook?: ButtonLook
  isPending: boolean
  error: ApiError | null
  errorTitle?: string
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** A question that wants one line of text with its yes: the reason that the audit log keeps, unless told otherwise. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { children, error, errorTitle = 'Nothing was changed', onConfirm, ...others } = props
  const {
    label = 'Reason',
    note = 'kept in the audit log with your name, for good',
    complaint = REASON_MISSING,
    lengthMax = REASON_LENGTH_MAX,
    pendingLabel = 'Saving…',
    ...dialog
  } = others
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const handleConfirm = () => {
    setIsChecked(true)
    if (reason.trim() !== '') onConfirm(reason.trim())
  }
  return (
    <ConfirmDialog {...dialog} pendingLabel={pendingLabel} onConfirm={handleConfirm}>
      {children}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!dialog.isPending) handleConfirm()
        }}
      >
        <TextField
          label={label}
          note={note}
          maxLength={lengthMax}
          value={reason}
          autoComplete="off"
          dir="auto"
          error={isChecked && reason.trim() === '' ? complaint : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
      {error && (
        <Notice tone="danger" title={errorTitle}>
          {error.sentence}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
