import { useState } from 'react'
import type { Offer } from '#contract/catalogue/offers.ts'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { termsOf } from './offer-draft.ts'
import { OfferReach } from './offer-reach.tsx'
import { isDiscount, scopeWords, valueWords } from './offer-words.ts'
import { useOffers } from './offers-data.ts'
import { SwitchDialog } from './switch-dialog.tsx'
import { useSwitchOffer } from './use-offer-changes.ts'

/** The two promotions that every store has, each with its switch and what it affects. */
export function StandardPromotions() {
  const query = useOffers()
  const { data: offers, isPending } = query
  const change = useSwitchOffer()
  const [asked, setAsked] = useState<Offer | null>(null)
  const standard = offers?.filter((offer) => offer.standard !== null)
  const handleSwitch = (offer: Offer) => {
    if (change.isPending) return
    if (isDiscount(offer.kind)) setAsked(offer)
    else change.mutate({ offerId: offer.id, isActive: !offer.isActive })
  }
  return (
    <Panel
      title="Standard Promotions"
      intro="On or off for everybody. A discount asks before it is switched, because it changes what everybody pays."
    >
      <ListTrouble list={query} title="The promotions could not be loaded" />
      {isPending && <Loading words="Loading promotions" height="h-28" />}
      {standard && (
        <ul aria-label="Standard promotions" className="grid gap-4 lg:grid-cols-2">
          {standard.map((offer) => (
            <li key={offer.id} className="rounded-md border border-line p-3">
              <Switch label={offer.name} isOn={offer.isActive} onChange={() => handleSwitch(offer)}>
                {valueWords(offer)}, {scopeWords(offer).replace(/^All/, 'all')}
              </Switch>
              <div className="mt-2 border-t border-line pt-2">
                <OfferReach body={termsOf(offer)} waiting="" />
              </div>
            </li>
          ))}
        </ul>
      )}
      {asked && <SwitchDialog offer={asked} onClose={() => setAsked(null)} />}
    </Panel>
  )
}
