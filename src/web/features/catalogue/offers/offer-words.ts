import { LEAD_TYPE_NAMES, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import type { Offer, OfferKind, OfferScope, OfferState } from '#contract/catalogue/offers.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { formatList } from '#web/lib/package-deals.ts'
import { formatShortMoment } from '#web/lib/store-moment.ts'
import type { StatusTone } from '#web/ui/panel.tsx'

export const KIND_NAMES: Readonly<Record<OfferKind, string>> = {
  percentage: 'Percentage',
  fixed: 'Fixed amount',
  extra_leads: 'Extra leads',
  bogo: 'Buy one, get one',
}

export const STATE_PILLS: Readonly<Record<OfferState, { word: string; tone: StatusTone }>> = {
  active: { word: 'Active', tone: 'done' },
  inactive: { word: 'Inactive', tone: 'plain' },
  scheduled: { word: 'Scheduled', tone: 'waiting' },
  ended: { word: 'Ended', tone: 'over' },
  used_up: { word: 'Used up', tone: 'over' },
}

const STATES_NAMED_MAX = 3

/** What it gives: `30% off`, `$50.00 off the cart`, `+5 leads per package`. */
export function valueWords({ kind, value }: Pick<Offer, 'kind' | 'value'>): string {
  switch (kind) {
    case 'percentage':
      return `${value}% off`
    case 'fixed':
      return `${formatDollars(value)} off the cart`
    case 'extra_leads':
      return `+${formatPlural(value, 'lead')} per package`
    case 'bogo':
      return 'Of each two, the cheaper one is free'
  }
}

/** For which packages: `VIP, 20 and 50 leads, in Texas`; `All packages` without any limit. */
export function scopeWords({ leadTypes, tiers, sizes, states }: OfferScope): string {
  const parts = [
    tiers.length > 0 && formatList(tiers.map((tier) => TIER_FACTS[tier].name)),
    sizes.length > 0 && `${formatList(sizes.map(String))} leads`,
    leadTypes.length > 0 && formatList(leadTypes.map((leadType) => LEAD_TYPE_NAMES[leadType])),
    states.length > 0 && `in ${statesWords(states)}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'All packages' : parts.join(', ')
}

function statesWords(states: readonly string[]): string {
  const more = states.length - STATES_NAMED_MAX
  return formatList(more > 0 ? [...states.slice(0, STATES_NAMED_MAX), `${more} more`] : states)
}

/** When it is active, on the store's clock: its start and end, if any. */
export function periodWords({ startsAt, endsAt }: Pick<Offer, 'startsAt' | 'endsAt'>, timeZone: string): string[] {
  const moment = (instant: string) => formatShortMoment(instant, timeZone)
  if (startsAt === null && endsAt === null) return ['Until it is switched off']
  return [
    ...(startsAt === null ? [] : [`From ${moment(startsAt)}`]),
    endsAt === null ? 'Without an end' : `Until ${moment(endsAt)}`,
  ]
}

/** How often it may be used, and whether it combines with other discounts. */
export function limitWords(offer: Pick<Offer, 'usesMax' | 'usesPerCustomerMax' | 'isCombinable' | 'kind'>): string[] {
  const { usesMax, usesPerCustomerMax, isCombinable, kind } = offer
  const together = kind === 'extra_leads' ? 'other extra leads' : 'other discounts'
  return [
    ...(usesMax === null ? [] : [`${formatPlural(usesMax, 'order')} at most`]),
    ...(usesPerCustomerMax === null ? [] : [`${formatPlural(usesPerCustomerMax, 'order')} per customer`]),
    `${isCombinable ? 'Combines with' : 'Not with'} ${together}`,
  ]
}

/** Its use so far: what it took off, and the leads it gave at the price per lead of their packages. */
export function usedWords(offer: Pick<Offer, 'orders' | 'cost' | 'bonusLeadsGiven' | 'bonusLeadsWorth'>): string[] {
  const { orders, cost, bonusLeadsGiven, bonusLeadsWorth } = offer
  if (orders === 0 && Number(cost) === 0 && bonusLeadsGiven === 0) return ['Not used yet']
  const given = `${formatPlural(bonusLeadsGiven, 'extra lead')} given (${formatDollars(bonusLeadsWorth)})`
  return [
    `Used in ${formatPlural(orders, 'order')}`,
    ...(Number(cost) > 0 ? [`${formatDollars(cost)} taken off`] : []),
    ...(bonusLeadsGiven > 0 ? [given] : []),
  ]
}

/** The differences between two versions of an offer, old and new in words. */
export function changesBetween(before: Offer, after: Offer, timeZone: string): string[] {
  const told = (offer: Offer) => [
    ['Name', offer.name],
    ['Value', valueWords(offer)],
    ['For', scopeWords(offer)],
    ['When', periodWords(offer, timeZone).join(', ')],
    ['Limits', limitWords(offer).join(', ')],
    ['Switched', offer.isActive ? 'on' : 'off'],
  ]
  const now = told(after)
  return told(before).flatMap(([what, words], place) => {
    const next = now[place]?.[1]
    return words === next ? [] : [`${what}: ${words} → ${next}`]
  })
}

/** Whether it changes what buyers pay. */
export const isDiscount = (kind: OfferKind): boolean => kind !== 'extra_leads'
