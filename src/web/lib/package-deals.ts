/**
 * What active offers mean for a package bought alone: its price, its extra leads, and the rest in words. The rules are
 * the server's: combinable offers count together, others alone, and the best for the buyer is used. Only the server
 * knows the limits per customer and the rest of the cart, so the cart decides.
 */

import { queryOptions } from '@tanstack/react-query'
import type { Package, PackageId } from '#contract/catalogue/catalogue.ts'
import { listOffers, type PublicOffer } from '#contract/catalogue/offers.ts'
import { CHARGE_CENTS_MIN } from '#contract/money.ts'
import { query } from './call-api.ts'
import { formatDollars, formatPlural } from './format.ts'

/** The parts of a package that offers depend on. */
type Scoped = Pick<Package, 'leadType' | 'tier' | 'size' | 'state'>

type Priced = Scoped & Pick<Package, 'price'>

/** What active offers do to a package, ready to show. */
export interface PackageDeal {
  /** Dollars for the package alone, after percentage offers. */
  price: number
  /** Leads on top of its size. They never count in its price per lead. */
  extraLeads: number
  /** `$299.00`, the price before; empty if no offer lowers it. */
  was: string
  /** `$209.30 with 30% Discount`; empty if no offer lowers it. */
  lowered: string
  /** `+5 extra leads`; empty without any. */
  extra: string
  /** Everything that offers do in addition to lowering the price, in words. */
  notes: readonly string[]
  /** Of the notes, those about offers that a package alone does not show. */
  sentences: readonly string[]
  /** What `price` and `extraLeads` include, after “You get”: `30% off`, `5 extra leads free`. */
  counted: readonly string[]
}

/** Whether an offer covers a package; an empty list means all. */
export const isInScope = ({ leadTypes, tiers, sizes, states }: PublicOffer, one: Scoped): boolean =>
  isAmong(leadTypes, one.leadType) &&
  isAmong(tiers, one.tier) &&
  isAmong<number>(sizes, one.size) &&
  isAmong(states, one.state)

/** What offers do to one package; null if none covers it. */
export function dealOf(one: Priced, offers: readonly PublicOffer[]): PackageDeal | null {
  const own = offers.filter((offer) => isInScope(offer, one))
  if (own.length === 0) return null
  const cents = Math.round(one.price * 100)
  const lowered = lowestPrice(cents, ofKind(own, 'percentage'))
  const extra = mostLeads(ofKind(own, 'extra_leads'))
  const isLower = lowered.cents < cents
  const off = isLower ? lowered.offers.map(({ value }) => `${value}% off`) : []
  const counted = [...off, ...(extra.leads > 0 ? [`${formatPlural(extra.leads, 'extra lead')} free`] : [])]
  const price = lowered.cents / 100
  const extraWords = extra.leads > 0 ? `+${formatPlural(extra.leads, 'extra lead')}` : ''
  const inWords = [...ofKind(own, 'fixed'), ...ofKind(own, 'bogo')].map(sentenceOf)
  return {
    price,
    extraLeads: extra.leads,
    was: isLower ? formatDollars(one.price) : '',
    lowered: isLower ? `${formatDollars(price)} with ${listed(lowered.offers)}` : '',
    extra: extraWords,
    notes: extra.leads > 0 ? [`${extraWords}, not counted in the price per lead`, ...inWords] : inWords,
    sentences: inWords,
    counted,
  }
}

/** The deals of a county, by package; packages without one are left out. */
export function dealsOf(
  packages: readonly Package[],
  offers: readonly PublicOffer[],
): ReadonlyMap<PackageId, PackageDeal> {
  return new Map(
    packages.flatMap((one) => {
      const deal = dealOf(one, offers)
      return deal ? [[one.id, deal] as const] : []
    }),
  )
}

/** Free items need words, because a package alone does not show them. */
const sentenceOf = ({ kind, name, value }: PublicOffer): string =>
  kind === 'fixed' ? `${name}: ${formatDollars(value)} off your cart` : `${name}: of each two, the cheaper one is free`

function lowestPrice(cents: number, offers: readonly PublicOffer[]): { cents: number; offers: readonly PublicOffer[] } {
  let best: { cents: number; offers: readonly PublicOffer[] } = { cents, offers: [] }
  for (const choice of choicesOf(offers)) {
    let left = cents
    for (const { value } of choice) left -= Math.min(left, Math.round((left * value) / 100))
    // The card provider takes 50 cents at least.
    if (left > 0 && left < CHARGE_CENTS_MIN) left = Math.min(cents, CHARGE_CENTS_MIN)
    if (left < best.cents) best = { cents: left, offers: choice }
  }
  return best
}

function mostLeads(offers: readonly PublicOffer[]): { leads: number; offers: readonly PublicOffer[] } {
  let best: { leads: number; offers: readonly PublicOffer[] } = { leads: 0, offers: [] }
  for (const choice of choicesOf(offers)) {
    const leads = choice.reduce((sum, { value }) => sum + value, 0)
    if (leads > best.leads) best = { leads, offers: choice }
  }
  return best
}

/** Which offers may count together, in a stable order. */
function choicesOf(offers: readonly PublicOffer[]): PublicOffer[][] {
  const sorted = offers.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return [
    sorted.filter(({ isCombinable }) => isCombinable),
    ...sorted.flatMap((one) => (one.isCombinable ? [] : [[one]])),
  ]
}

const ofKind = (offers: readonly PublicOffer[], kind: PublicOffer['kind']) => offers.filter((one) => one.kind === kind)

const isAmong = <Value>(chosen: readonly Value[], value: Value): boolean =>
  chosen.length === 0 || chosen.includes(value)

/** `a`, `a and b`, `a, b, and c`. By hand, because a phone takes long for its first Intl.ListFormat, too. */
export const formatList = (words: readonly string[]): string =>
  words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`

const listed = (offers: readonly PublicOffer[]): string => formatList(offers.map(({ name }) => name))

/** Offers start and end by the clock, and by hand: often enough for people who look at prices. */
const OFFERS_WATCH_MS = 60_000

/** The active offers, reloaded every minute and whenever the window gets the focus. */
export const offersQuery = queryOptions({
  ...query(listOffers),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  refetchInterval: OFFERS_WATCH_MS,
})
