import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { OfferBody } from './offer-draft.ts'
import { OfferReach } from './offer-reach.tsx'

interface CreateQuestionProps {
  offer: OfferBody
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks once before creating an offer, with what it will affect. */
export function CreateQuestion({ offer, isPending, onConfirm, onClose }: CreateQuestionProps) {
  return (
    <ConfirmDialog
      title={`Create ${offer.name}?`}
      confirmLabel={`Create ${offer.name}`}
      pendingLabel="Creating…"
      cancelLabel="Not yet"
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {offer.startsAt ? 'It counts from its start on.' : 'It counts at once, for everybody.'} Carts are told before
        they pay; sent links and placed orders keep what they were given.
      </p>
      <OfferReach body={offer} waiting="" />
    </ConfirmDialog>
  )
}
