/** What offers change about the lines of a cart: discounts when it is priced, bonus leads when a line is held. */
import { type LeadType, type PackageId, packageKeyOf, type Size, type Tier } from '#contract/catalogue/catalogue.ts'
import { discountLines, type MoneyOffer, type OpenOffer } from '#contract/catalogue/discount-lines.ts'
import type { AppliedOffer } from '#contract/catalogue/offers.ts'
import { addCents, toCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import type { HoldBonus } from '#server/features/stock/hold.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { isInEffect, isInScope, isLimited, isUsedUp, type OfferRow, type Scoped } from './offer-queries.ts'
import { loadPlaces } from './places.ts'
import { loadOffers } from './standing-prices.ts'

/** A line before discounts. `lineId` distinguishes equal packages. */
export interface LineBeforeOffers {
  readonly lineId: string
  readonly packageId: string
  readonly leadType: LeadType
  readonly tier: Tier
  readonly size: Size
  readonly state: string
  readonly priceCents: Cents
  /** The offers by which its hold promised leads. */
  readonly promised: HoldBonus['offers']
}

export interface LineTerms {
  discountCents: Cents
  bonusLeads: number
  offers: LineOffer[]
  /** The discounts that cover it, whether or not they took something off. */
  openOffers: OpenOffer[]
}

/** What a cart's past says about limited offers. */
export interface CartPast {
  /** Offers that its open order has reserved. It may go on using them when they are used up for others. */
  readonly reserved: ReadonlySet<string>
  /** Offers it was denied: for everyone, or for one buyer. */
  readonly denied: readonly { readonly offerId: string; readonly customerKey: string | null }[]
}

/** Identifies a buyer for limits per customer: a fingerprint of their address in lowercase. */
export const customerKeyOf = (ctx: PlatformContext, email: string): string =>
  deriveToken(ctx.secrets.fingerprints, 'customer', email.trim().toLowerCase())

function deniedNow({ denied }: CartPast, offers: readonly OfferRow[], customerKey: string | null): ReadonlySet<string> {
  const usedUp = new Set(offers.filter(isUsedUp).map((offer) => offer.offer_id))
  const isDenied = (one: CartPast['denied'][number]) =>
    one.customerKey === null ? usedUp.has(one.offerId) : customerKey === null || one.customerKey === customerKey
  return new Set(denied.filter(isDenied).map((one) => one.offerId))
}

/** Converts an offer for the discount engine, which only asks whether a line is in its scope. */
function moneyOfferOf(offer: OfferRow, lines: readonly LineBeforeOffers[]): MoneyOffer | null {
  const { offer_id: offerId, kind, name, value, is_combinable: isCombinable } = offer
  if (kind === 'extra_leads') return null
  const scoped = new Set(lines.filter((line) => isInScope(offer, line)).map((line) => line.lineId))
  return { offerId, name, kind, value, isCombinable, isInScope: (line) => scoped.has(line.lineId) }
}

/** Computes the terms of lines from the given offers; pure. */
export function termsOf(lines: readonly LineBeforeOffers[], offers: readonly OfferRow[]): Map<string, LineTerms> {
  const names = new Map(offers.map((offer) => [offer.offer_id, offer.name]))
  const discounts = offers.map((offer) => moneyOfferOf(offer, lines)).filter((offer) => offer !== null)
  const all = discountLines(lines, discounts)
  const reductions = Map.groupBy(all, (reduction) => reduction.lineId)
  // A limited offer that was not used has no use reserved, so it must not apply later either.
  const used = new Set(all.map(({ offerId }) => offerId))
  const limited = new Set(offers.filter(isLimited).map(({ offer_id }) => offer_id))
  const open = discounts.filter(({ offerId }) => used.has(offerId) || !limited.has(offerId))
  const termsOfLine = (line: LineBeforeOffers): LineTerms => {
    const taken = reductions.get(line.lineId) ?? []
    return {
      discountCents: addCents(taken.map(({ cents }) => cents)),
      bonusLeads: line.promised.reduce((sum, { leads }) => sum + leads, 0),
      offers: [
        ...taken.map(({ offerId, cents }) => ({ offerId, name: names.get(offerId) ?? '', cents, leads: 0 })),
        ...line.promised.map(({ offerId, name, leads }) => ({ offerId, name, cents: toCents(0), leads })),
      ],
      openOffers: open.filter((offer) => offer.isInScope(line)).map(({ isInScope: _, ...offer }) => offer),
    }
  }
  return new Map(lines.map((line) => [line.lineId, termsOfLine(line)]))
}

/**
 * Computes what the current offers do to lines that are bought together, by `lineId`. Bonus leads are those that each
 * hold promised. @param input.customerKey whose cart it is (`customerKeyOf`); null while unknown
 */
export async function priceLines(
  ctx: PlatformContext,
  input: { lines: readonly LineBeforeOffers[]; past: CartPast; customerKey: string | null },
): Promise<Map<string, LineTerms>> {
  const { past, customerKey } = input
  const now = ctx.clock.now()
  const isOpen = (offer: OfferRow) => !isUsedUp(offer) || past.reserved.has(offer.offer_id)
  const standing = await loadOffers(ctx)
  const denied = deniedNow(past, standing, customerKey)
  const offers = standing.filter((offer) => isInEffect(offer, now) && isOpen(offer) && !denied.has(offer.offer_id))
  const lines = input.lines.map((line) => ({
    ...line,
    promised: line.promised.filter(({ offerId }) => !denied.has(offerId)),
  }))
  return termsOf(lines, offers)
}

/** What one offer did to one line, as holds and orders keep it: cents taken off, or leads added. */
export interface LineOffer {
  offerId: string
  name: string
  cents: number
  leads: number
}

export const showLineOffer = ({ offerId, name, cents, leads }: LineOffer): AppliedOffer => ({
  offerId,
  name,
  discount: cents / 100,
  bonusLeads: leads,
})

/** What a fresh hold promises in place of the hold of a line with these offers. */
export function bonusOf(offers: readonly LineOffer[]): HoldBonus {
  const promising = offers.filter(({ leads }) => leads > 0)
  return {
    leads: promising.reduce((sum, { leads }) => sum + leads, 0),
    offers: promising.map(({ offerId, name, leads }) => ({ offerId, name, leads })),
  }
}

const NOTHING: HoldBonus = { leads: 0, offers: [] }

const leadsOf = (offers: readonly OfferRow[]): number => offers.reduce((sum, offer) => sum + offer.value, 0)

/** The offers for a package whose leads count: all that may be combined, or any other alone, whichever gives most. */
export function bestLeads(offers: readonly OfferRow[], line: Scoped): HoldBonus {
  const fitting = offers.filter((offer) => offer.kind === 'extra_leads' && isInScope(offer, line))
  if (fitting.length === 0) return NOTHING
  const choices = [
    fitting.filter((offer) => offer.is_combinable),
    ...fitting.filter((offer) => !offer.is_combinable).map((offer) => [offer]),
  ]
  const best = choices.reduce((most, choice) => (leadsOf(choice) > leadsOf(most) ? choice : most))
  return {
    leads: leadsOf(best),
    offers: best.map((offer) => ({ offerId: offer.offer_id, name: offer.name, leads: offer.value })),
  }
}

/** Returns the bonus leads of a package that is held now; none if it is not in the catalogue. */
export async function promiseLeads(ctx: PlatformContext, packageId: PackageId): Promise<HoldBonus> {
  const all = await loadOffers(ctx)
  const now = ctx.clock.now()
  const offers = all.filter((offer) => offer.kind === 'extra_leads' && isInEffect(offer, now) && !isUsedUp(offer))
  if (offers.length === 0) return NOTHING
  const { fips, leadType, tier, size } = packageKeyOf(packageId)
  const county = (await loadPlaces(ctx)).findByFips(fips)
  return county ? bestLeads(offers, { leadType, tier, size, state: county.state }) : NOTHING
}
