import { useState } from 'react'
import { type PackageHold, STOCK_REASON_LENGTH_MAX } from '#contract/admin/stock-desk.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { holdWords } from './story-words.ts'
import { useReleaseHold } from './use-stock-changes.ts'

/** Asks for a reason before a unit is taken out of a buyer's cart. */
export function ReleaseDialog({ hold, onClose }: { hold: PackageHold; onClose: () => void }) {
  const release = useReleaseHold()
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { error } = release
  const isOver = error?.code === 'hold_of_order' || error?.code === 'hold_of_link' || error?.code === 'hold_unknown'
  const handleConfirm = () => {
    setIsChecked(true)
    if (reason.trim() !== '') release.mutate({ hold, reason: reason.trim() }, { onSuccess: onClose })
  }
  return (
    <ConfirmDialog
      title="Release this hold?"
      confirmLabel="Release the hold"
      pendingLabel="Releasing…"
      confirmLook="danger"
      cancelLabel={isOver ? 'Close' : 'Keep it'}
      isPending={release.isPending}
      onConfirm={isOver ? undefined : handleConfirm}
      onClose={onClose}
    >
      <p>
        {holdWords(hold)} loses the unit, and it is on sale for everybody at once. The cart’s owner sees that the line
        is gone. Holds end by themselves, so do this only for one that is stuck.
      </p>
      <TextField
        label="Reason"
        note="shown in the history with your name"
        maxLength={STOCK_REASON_LENGTH_MAX}
        value={reason}
        autoComplete="off"
        dir="auto"
        error={isChecked && reason.trim() === '' ? 'Say why: others will read it in the history.' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      {error && (
        <Notice tone="danger" title="The hold was not released">
          {error.sentence}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
