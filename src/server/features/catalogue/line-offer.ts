import type { AppliedOffer } from '#contract/catalogue/offers.ts'
import type { HoldBonus } from '#server/features/stock/hold.ts'

/** What one offer did to one line, as holds and orders keep it: cents taken off it, or leads added to it. */
export interface LineOffer {
  offerId: string
  name: string
  cents: number
  leads: number
}

/** The same as the wire carries it. */
export const showLineOffer = ({ offerId, name, cents, leads }: LineOffer): AppliedOffer => ({
  offerId,
  name,
  discount: cents / 100,
  bonusLeads: leads,
})

/** What a fresh hold promises in the place of one whose line was given these. */
export function bonusOf(offers: readonly LineOffer[]): HoldBonus {
  const promising = offers.filter(({ leads }) => leads > 0)
  return {
    leads: promising.reduce((sum, { leads }) => sum + leads, 0),
    offers: promising.map(({ offerId, name, leads }) => ({ offerId, name, leads })),
  }
}
