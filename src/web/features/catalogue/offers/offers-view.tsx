import { useEffect, useMemo, useRef, useState } from 'react'
import type { Offer } from '#contract/catalogue/offers.ts'
import { ActiveOffers, type OfferActs } from './active-offers.tsx'
import { CreateOffer } from './create-offer.tsx'
import { OfferDrawer } from './offer-drawer.tsx'
import { isDiscount } from './offer-words.ts'
import { useOffers } from './offers-data.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { StandardPromotions } from './standard-promotions.tsx'
import { SwitchDialog } from './switch-dialog.tsx'
import { useSwitchOffer } from './use-offer-changes.ts'

interface OffersViewProps {
  /** The offer whose drawer is open; the address says it. */
  openId: string | undefined
  onOpen: (offerId: string | undefined) => void
}

/** Special offers: the standard ones, the form for new ones, and all of them with what they have cost. */
export function OffersView({ openId, onOpen }: OffersViewProps) {
  const { data: offers } = useOffers()
  const [asked, setAsked] = useState<{ act: 'switch' | 'remove'; offer: Offer } | null>(null)
  const { mutate } = useSwitchOffer()
  const list = useRef<HTMLDivElement>(null)
  const open = useRef(onOpen)
  useEffect(() => {
    open.current = onOpen
  }, [onOpen])
  const acts = useMemo<OfferActs>(
    () => ({
      onEdit: ({ id }) => open.current(id),
      onSwitch: (offer) =>
        isDiscount(offer.kind)
          ? setAsked({ act: 'switch', offer })
          : mutate({ offerId: offer.id, isActive: !offer.isActive }),
      onRemove: (offer) => setAsked({ act: 'remove', offer }),
    }),
    [mutate],
  )
  const found = offers?.find(({ id }) => id === openId)
  /** Stays while its drawer is open, also when a colleague removes it: what is typed there must not go with it. */
  const [opened, setOpened] = useState(found)
  if (openId !== opened?.id && (opened || found)) setOpened(found)
  const close = () => setAsked(null)
  return (
    <div className="grid gap-5">
      <StandardPromotions />
      <CreateOffer />
      <ActiveOffers place={list} acts={acts} />
      {opened && <OfferDrawer key={opened.id} offer={opened} isRemoved={!found} onClose={() => onOpen(undefined)} />}
      {asked?.act === 'switch' && <SwitchDialog offer={asked.offer} onClose={close} />}
      {asked?.act === 'remove' && (
        <RemoveDialog
          offer={asked.offer}
          onClose={(isRemoved) => {
            close()
            // The button that asked goes with its row.
            if (isRemoved) list.current?.focus()
          }}
        />
      )}
    </div>
  )
}
