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
  /** The offer whose drawer is open, from the URL. */
  openId: string | undefined
  onOpen: (offerId: string | undefined) => void
}

/** Special offers: the standard ones, the form for new ones, and all of them with their cost so far. */
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
  /** Kept while its drawer is open, even if a colleague removes it, so its input is not lost. */
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
            // The pressed button disappears with its row.
            if (isRemoved) list.current?.focus()
          }}
        />
      )}
    </div>
  )
}
