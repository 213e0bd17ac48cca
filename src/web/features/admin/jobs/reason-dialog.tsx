import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface ReasonDialogProps {
  title: string
  /** What follows from it. */
  children: ReactNode
  /** What has to be typed. */
  label: string
  lengthMax: number
  /** Said when nothing is. */
  complaint: string
  confirmLabel: string
  isPending: boolean
  error: { sentence: string } | null
  onConfirm: (text: string) => void
  onClose: () => void
}

/** A question that wants one line with its yes, for the audit log. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, label, lengthMax, complaint, confirmLabel, isPending, error, onConfirm, onClose } = props
  const [text, setText] = useState('')
  const [isTold, setIsTold] = useState(false)
  const isEmpty = text.trim() === ''
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      pendingLabel="Saving…"
      isPending={isPending}
      onConfirm={() => {
        setIsTold(true)
        if (!isEmpty) onConfirm(text.trim())
      }}
      onClose={onClose}
    >
      {error && (
        <Notice tone="danger" title="Nothing was changed">
          {error.sentence}
        </Notice>
      )}
      {children}
      <TextField
        label={label}
        maxLength={lengthMax}
        value={text}
        error={isTold && isEmpty ? complaint : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </ConfirmDialog>
  )
}
