import { type ReactNode, useState } from 'react'
import type { ButtonLook } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ApiError } from './api-error.ts'

/** What the server takes of a reason, wherever one is asked for. */
const REASON_LENGTH_MAX = 200

interface ReasonDialogProps {
  title: string
  /** What the act does. */
  children: ReactNode
  confirmLabel: string
  pendingLabel: string
  confirmLook?: ButtonLook
  isPending: boolean
  error: ApiError | null
  errorTitle: string
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks why, before something that is written down with its reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { children, error, errorTitle, onConfirm, confirmLook = 'primary', ...dialog } = props
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const handleConfirm = () => {
    setIsChecked(true)
    if (reason.trim() !== '') onConfirm(reason.trim())
  }
  return (
    <ConfirmDialog {...dialog} confirmLook={confirmLook} onConfirm={handleConfirm}>
      {children}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!dialog.isPending) handleConfirm()
        }}
      >
        <TextField
          label="Reason"
          note="stands in the audit log with your name, for good"
          maxLength={REASON_LENGTH_MAX}
          value={reason}
          autoComplete="off"
          dir="auto"
          error={
            isChecked && reason.trim() === '' ? 'Say why: the log keeps every such act with its reason.' : undefined
          }
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
