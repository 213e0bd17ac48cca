import { type PackageHold, STOCK_REASON_LENGTH_MAX } from '#contract/admin/stock-screen.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { holdWords } from './story-words.ts'
import { useReleaseHold } from './use-stock-changes.ts'

/** Asks for a reason before a unit is removed from a buyer's cart. */
export function ReleaseDialog({ hold, onClose }: { hold: PackageHold; onClose: () => void }) {
  const release = useReleaseHold()
  const { error } = release
  return (
    <TextDialog
      title="Release this hold?"
      note="shown in the history with your name"
      complaint="Say why: others will read it in the history."
      lengthMax={STOCK_REASON_LENGTH_MAX}
      confirmLabel="Release the hold"
      pendingLabel="Releasing…"
      confirmLook="danger"
      cancelLabel="Keep it"
      isPending={release.isPending}
      isOver={error?.code === 'hold_of_order' || error?.code === 'hold_of_link' || error?.code === 'hold_unknown'}
      error={error}
      errorTitle="The hold was not released"
      onConfirm={(reason) => release.mutate({ hold, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {holdWords(hold)} loses the unit, and it goes back on sale right away. The buyer sees that it left the cart.
        Holds end on their own, so do this only for one that is stuck.
      </p>
    </TextDialog>
  )
}
