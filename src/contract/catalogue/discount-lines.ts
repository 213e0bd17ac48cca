/**
 * Computes what offers take off a cart. Pure, so that property tests can cover it. For any lines and offers, in any
 * order: no line costs less than zero, an offer never makes a cart more expensive, what the offers took adds up to the
 * cent to what the lines were reduced by, and the total can be paid.
 */
import { addCents, CHARGE_CENTS_MIN, splitCents, toCents, ZERO_CENTS } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'

/** A package in a cart. `lineId` tells equal packages apart. */
export interface PricedLine {
  readonly lineId: string
  readonly packageId: string
  readonly priceCents: Cents
}

export type MoneyOfferKind = 'percentage' | 'fixed' | 'bogo'

export interface MoneyOffer {
  readonly offerId: string
  readonly name: string
  readonly kind: MoneyOfferKind
  /** Basis points, or cents off all its lines together; unused for `bogo`. */
  readonly value: number
  readonly isCombinable: boolean
  readonly isInScope: (line: PricedLine) => boolean
}

/** A discount as an order stores it with each line it covered: enough to price some of the lines as bought alone. */
export type OpenOffer = Omit<MoneyOffer, 'isInScope'>

export interface Reduction {
  readonly lineId: string
  readonly offerId: string
  readonly cents: Cents
}

/** Buy one, get one free comes off first, then shares of what is left, then amounts. */
const TURNS = ['bogo', 'percentage', 'fixed'] as const

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Sorts lines by price, highest first, and equal ones by kind and name, so their original order does not matter. */
const inOrder = (lines: readonly PricedLine[]): PricedLine[] =>
  [...lines].sort(
    (a, b) => b.priceCents - a.priceCents || byText(a.packageId, b.packageId) || byText(a.lineId, b.lineId),
  )

function takeOff(offer: MoneyOffer, lines: readonly PricedLine[], left: ReadonlyMap<string, Cents>): Cents[] {
  const costs = lines.map((line) => left.get(line.lineId) ?? ZERO_CENTS)
  switch (offer.kind) {
    case 'bogo':
      // The cheaper one of each pair is free; lines are sorted by price. `spreadPairs` splits it in the end.
      return costs.map((cents, index) => (index % 2 === 1 ? cents : ZERO_CENTS))
    case 'percentage':
      return costs.map((cents) => toCents(Math.min(cents, Math.round((cents * offer.value) / 10_000))))
    case 'fixed':
      return splitCents(toCents(Math.min(offer.value, addCents(costs))), costs)
  }
}

function applyTogether(lines: readonly PricedLine[], offers: readonly MoneyOffer[]): Reduction[] {
  const left = new Map(lines.map((line) => [line.lineId, line.priceCents]))
  const reductions: Reduction[] = []
  const turn = (offer: MoneyOffer) => TURNS.indexOf(offer.kind)
  const inTurn = [...offers].sort((a, b) => turn(a) - turn(b) || byText(a.offerId, b.offerId))
  for (const offer of inTurn) {
    const scoped = lines.filter(offer.isInScope)
    for (const [index, cents] of takeOff(offer, scoped, left).entries()) {
      const line = scoped[index]
      if (!line || cents === ZERO_CENTS) continue
      left.set(line.lineId, toCents((left.get(line.lineId) ?? 0) - cents))
      reductions.push({ lineId: line.lineId, offerId: offer.offerId, cents })
    }
  }
  return spreadPairs(lines, inTurn, leavePayable(lines, reductions))
}

/** Takes less off if only 1 to 49 cents would be left, because the card provider charges at least 50. */
function leavePayable(lines: readonly PricedLine[], reductions: readonly Reduction[]): Reduction[] {
  const total = addCents(lines.map((line) => line.priceCents)) - sumOf(reductions)
  if (total === 0 || total >= CHARGE_CENTS_MIN) return [...reductions]
  let missing = CHARGE_CENTS_MIN - total
  return reductions
    .toReversed()
    .map((one) => {
      const back = Math.min(missing, one.cents)
      missing -= back
      return { ...one, cents: toCents(one.cents - back) }
    })
    .toReversed()
    .filter((one) => one.cents > 0)
}

/** Splits the cost of a pair by price; otherwise a buyer who returned one of the two would keep the other for free. */
function spreadPairs(lines: readonly PricedLine[], offers: readonly MoneyOffer[], reductions: readonly Reduction[]) {
  const costs = new Map(lines.map((line) => [line.lineId, Number(line.priceCents)]))
  for (const { lineId, cents } of reductions) costs.set(lineId, (costs.get(lineId) ?? 0) - cents)
  return offers.flatMap((offer) => {
    const own = reductions.filter(({ offerId }) => offerId === offer.offerId)
    if (offer.kind !== 'bogo') return own
    const taken = new Map(own.map(({ lineId, cents }) => [lineId, Number(cents)]))
    const scoped = lines.filter(offer.isInScope)
    for (const [index, cheaper] of scoped.entries()) {
      const dearer = index % 2 === 1 ? scoped[index - 1] : undefined
      const free = taken.get(cheaper.lineId)
      if (!dearer || free === undefined) continue
      const cost = costs.get(cheaper.lineId) ?? 0
      const both = toCents(cost + (costs.get(dearer.lineId) ?? 0))
      const [ofDearer = both, share = ZERO_CENTS] = splitCents(both, [dearer.priceCents, cheaper.priceCents])
      // If a cheaper line already costs more than its share, that was for the card provider's minimum.
      const moved = share - cost
      if (moved <= 0) continue
      costs.set(dearer.lineId, ofDearer).set(cheaper.lineId, share)
      taken.set(dearer.lineId, (taken.get(dearer.lineId) ?? 0) + moved).set(cheaper.lineId, free - moved)
    }
    return scoped.flatMap(({ lineId }) => {
      const cents = taken.get(lineId) ?? 0
      return cents > 0 ? [{ lineId, offerId: offer.offerId, cents: toCents(cents) }] : []
    })
  })
}

const sumOf = (reductions: readonly Reduction[]): number => reductions.reduce((sum, one) => sum + one.cents, 0)

/** What each offer takes off each line, without zeros: the best for the buyer, always the same among equals. */
export function discountLines(lines: readonly PricedLine[], offers: readonly MoneyOffer[]): Reduction[] {
  const sorted = inOrder(lines)
  const together = offers.filter((offer) => offer.isCombinable)
  const alone = offers
    .filter((offer) => !offer.isCombinable)
    .sort((a, b) => byText(a.offerId, b.offerId))
    .map((offer) => [offer])
  let best: Reduction[] = []
  for (const choice of [together, ...alone]) {
    const reductions = applyTogether(sorted, choice)
    if (sumOf(reductions) > sumOf(best)) best = reductions
  }
  return best
}
