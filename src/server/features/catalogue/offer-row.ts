/** An offer as the operations read it. */
import type { LeadType, Size, Tier } from '#contract/catalogue/catalogue.ts'
import type { OfferKind } from '#contract/catalogue/offers.ts'

/** Columns as in tables.ts. */
export interface OfferRow {
  offer_id: string
  name: string
  kind: OfferKind
  value: number
  lead_types: LeadType[]
  tiers: Tier[]
  sizes: Size[]
  states: string[]
  starts_at: Date | null
  ends_at: Date | null
  is_active: boolean
  is_combinable: boolean
  uses_max: number | null
  uses_per_customer_max: number | null
  used: number
  standard: 'extra_leads_5' | 'discount_30' | null
  revision: number
  created_at: Date
}

/** The facts of a package that an offer's scope is checked against. */
export interface Scoped {
  readonly leadType: LeadType
  readonly tier: Tier
  readonly size: number
  readonly state: string
}

const isAmong = <Value>(chosen: readonly Value[], value: Value) => chosen.length === 0 || chosen.includes(value)

/** Whether an offer is for a package. */
export const isInScope = (offer: Pick<OfferRow, 'lead_types' | 'tiers' | 'sizes' | 'states'>, line: Scoped): boolean =>
  isAmong(offer.lead_types, line.leadType) &&
  isAmong(offer.tiers, line.tier) &&
  isAmong<number>(offer.sizes, line.size) &&
  isAmong(offer.states, line.state)

/** Whether the number of orders, or of orders per customer, is limited. A use is then reserved with the order. */
export const isLimited = (offer: OfferRow): boolean => offer.uses_max !== null || offer.uses_per_customer_max !== null

/** Whether it has reached its limit of uses. */
export const isUsedUp = (offer: OfferRow): boolean => offer.uses_max !== null && offer.used >= offer.uses_max

/** Whether it is on and within its time. The end itself is excluded. */
export const isInEffect = (offer: OfferRow, now: Date): boolean =>
  offer.is_active &&
  (offer.starts_at === null || offer.starts_at <= now) &&
  (offer.ends_at === null || offer.ends_at > now)
