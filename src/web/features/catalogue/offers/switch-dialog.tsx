import type { Offer } from '#contract/catalogue/offers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { termsOf } from './offer-draft.ts'
import { OfferReach } from './offer-reach.tsx'
import { useSwitchOffer } from './use-offer-changes.ts'

/** Asks before a discount is turned on or off, because it changes what everyone pays; shows what it affects. */
export function SwitchDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const change = useSwitchOffer()
  const act = offer.isActive ? 'off' : 'on'
  const countsNow = offer.isActive ? offer.state === 'active' : offer.state === 'inactive'
  return (
    <ConfirmDialog
      title={`Switch ${offer.name} ${act}?`}
      confirmLabel={`Switch ${offer.name} ${act}`}
      pendingLabel="Switching…"
      cancelLabel="Leave it as it is"
      isPending={change.isPending}
      onConfirm={() => change.mutate({ offerId: offer.id, isActive: !offer.isActive }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {change.error && (
        <Notice tone="danger" title={`It is still ${offer.isActive ? 'on' : 'off'}`}>
          {change.error.sentence}
        </Notice>
      )}
      <p>
        {countsNow
          ? 'It changes what everybody pays, at once. Carts are told before they pay; sent links and placed orders keep what they were given.'
          : 'Its time or its uses are not now, so prices stay as they are for the moment.'}
      </p>
      <OfferReach body={termsOf(offer)} waiting="" isEnding={offer.isActive} />
    </ConfirmDialog>
  )
}
