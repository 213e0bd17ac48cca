import type { Offer } from '#contract/catalogue/offers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usedWords } from './offer-words.ts'
import { useRemoveOffer } from './use-offer-changes.ts'

/** Asks before an offer ends for good. */
export function RemoveDialog({ offer, onClose }: { offer: Offer; onClose: (isRemoved: boolean) => void }) {
  const remove = useRemoveOffer()
  const isGone = remove.error?.code === 'offer_unknown'
  return (
    <ConfirmDialog
      title={`Remove ${offer.name}?`}
      confirmLabel={`Remove ${offer.name}`}
      pendingLabel="Removing…"
      confirmLook="danger"
      cancelLabel={isGone ? 'Close' : 'Keep it'}
      isPending={remove.isPending}
      onConfirm={isGone ? undefined : () => remove.mutate(offer, { onSuccess: () => onClose(true) })}
      onClose={() => onClose(false)}
    >
      <p>
        It ends at once and leaves this list. {usedWords(offer).join(', ')}: what it gave stays in orders and figures.
        To keep it for later, switch it off instead.
      </p>
      {remove.error && <Notice tone="danger">{remove.error.sentence}</Notice>}
    </ConfirmDialog>
  )
}
