/**
 * Computes what is refunded from a paid order, the same for late money, refunds and previews. When lines fall away,
 * what remains is priced as if it had been bought alone, by the discounts that were open when it was bought, but never
 * below what was paid for it; the rest goes back. So no one keeps a discount for a returned package, and no more goes
 * back than was paid for what is gone, nor less than zero. @see docs/decisions/0028-offers-are-applied-at-pricing.md
 */

import { discountLines, type OpenOffer } from '#contract/catalogue/discount-lines.ts'
import { shareOf } from '#contract/credit/credit-use.ts'
import { addCents, splitCents, toCents, ZERO_CENTS } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'

export interface PaidLine {
  readonly lineNumber: number
  readonly packageId: string
  readonly priceCents: Cents
  readonly paidCents: Cents
  /** The discounts that covered it when it was bought; none in orders from before they were stored. */
  readonly openOffers: readonly OpenOffer[]
  /** What the store keeps for it now, and how much of that store credit paid. */
  readonly leftCents: Cents
  readonly creditLeftCents: Cents
  /** What was given back of its price while it stayed. */
  readonly givenCents: Cents
  readonly isGone: boolean
}

export interface AskedLine {
  readonly lineNumber: number
  /** What to refund for it; null: everything possible, and the line falls away. */
  readonly cents: Cents | null
  /** The line falls away whatever is refunded for it. It also does if nothing would be left of it. */
  readonly isGone: boolean
}

export interface ChangedLine
  extends Pick<PaidLine, 'lineNumber' | 'isGone' | 'leftCents' | 'creditLeftCents' | 'givenCents'> {
  /** What is refunded for it, and how much of that as store credit. */
  readonly backCents: Cents
  readonly backCreditCents: Cents
}

export type GivenBack =
  | { ok: true; cents: Cents; creditCents: Cents; lines: readonly ChangedLine[] }
  | { ok: false; lineNumber: number; mostCents: Cents }

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0)

/** What each discount takes off some lines of an order if nothing else had been bought, by line number. */
export function discountsAlone(lines: readonly PaidLine[]): { lineNumber: number; offerId: string; cents: Cents }[] {
  const offers = new Map(lines.flatMap((line) => line.openOffers.map((offer) => [offer.offerId, offer])))
  const scopes = Map.groupBy(
    lines.flatMap((line) => line.openOffers.map(({ offerId }) => ({ offerId, lineId: String(line.lineNumber) }))),
    ({ offerId }) => offerId,
  )
  const priced = lines.map((line) => ({ ...line, lineId: String(line.lineNumber) }))
  const reductions = discountLines(
    priced,
    [...offers.values()].map((offer) => {
      const scope = new Set(scopes.get(offer.offerId)?.map(({ lineId }) => lineId))
      return { ...offer, isInScope: ({ lineId }) => scope.has(lineId) }
    }),
  )
  return reductions.map(({ lineId, ...reduction }) => ({ ...reduction, lineNumber: Number(lineId) }))
}

/** By line number. It depends on which lines remain, not on the order in which others fell away. */
function costsOf(all: readonly PaidLine[], staying: readonly PaidLine[]): ReadonlyMap<number, number> {
  const alone = (lines: readonly PaidLine[]) => {
    const costs = new Map(lines.map((line) => [line.lineNumber, Number(line.priceCents)]))
    for (const { lineNumber, cents } of discountsAlone(lines))
      costs.set(lineNumber, (costs.get(lineNumber) ?? 0) - cents)
    return costs
  }
  const paidFor = (lines: readonly PaidLine[]) => sum(lines.map((line) => line.paidCents))
  const paid = new Map(staying.map((line) => [line.lineNumber, Number(line.paidCents)]))
  // An order whose price does not match its discounts is from before they were stored: sale prices stay.
  if (staying.length === all.length || sum(alone(all).values()) !== paidFor(all)) return paid
  const costs = alone(staying)
  const lost = Math.min(sum(costs.values()), paidFor(all)) - paidFor(staying)
  if (lost <= 0) return paid
  const shares = splitCents(
    toCents(lost),
    staying.map((line) => Math.max(0, (costs.get(line.lineNumber) ?? 0) - line.paidCents)),
  )
  return new Map(staying.map((line, index) => [line.lineNumber, line.paidCents + (shares[index] ?? 0)]))
}

/** @returns what is kept for the lines that remain, and what is refunded for the others; by line number */
function letFall(all: readonly PaidLine[], present: readonly PaidLine[], falling: readonly PaidLine[]) {
  const staying = present.filter((line) => !falling.includes(line))
  const prices = costsOf(all, staying)
  // Money given back for a remaining line is its buyer's, whatever the line costs from now on.
  const costs = staying.map((line) => Math.max(0, (prices.get(line.lineNumber) ?? 0) - line.givenCents))
  const kept = sum(present.map((line) => line.leftCents))
  const keeps = Math.min(kept, sum(costs))
  // Money given back for a line that fell away leaves too little; only lines that got dearer make up for that.
  const unchanged = staying.map((line, index) => Math.min(line.leftCents, costs[index] ?? 0))
  const more = splitCents(
    toCents(keeps - sum(unchanged)),
    costs.map((cost, index) => cost - (unchanged[index] ?? 0)),
  )
  const lefts = falling.map((line) => Number(line.leftCents))
  // If a remaining line regains a discount that it had lost, more goes back than is left of the others.
  const back = kept - keeps
  const regained = splitCents(
    toCents(Math.max(0, back - sum(lefts))),
    falling.map((line) => Math.max(1, line.priceCents)),
  )
  const ofFalling = splitCents(toCents(Math.min(back, sum(lefts))), lefts)
  return {
    kept: new Map(
      staying.map((line, index) => [line.lineNumber, toCents((unchanged[index] ?? 0) + (more[index] ?? 0))]),
    ),
    back: new Map(
      falling.map((line, index) => [
        line.lineNumber,
        addCents([ofFalling[index] ?? ZERO_CENTS, regained[index] ?? ZERO_CENTS]),
      ]),
    ),
  }
}

/** Splits store credit like the money: what goes back as credit, rounded in favor of the card, and what stays. */
function withCredit(changed: readonly { line: PaidLine; isGone: boolean; backCents: Cents; leftCents: Cents }[]) {
  const creditLeft = addCents(changed.map(({ line }) => line.creditLeftCents))
  const leftCents = addCents(changed.map(({ line }) => line.leftCents))
  const backs = changed.map(({ backCents }) => backCents)
  const back = shareOf(creditLeft, { cents: addCents(backs), leftCents })
  const backCredits = splitCents(back, backs)
  const staying = splitCents(
    toCents(creditLeft - back),
    changed.map((one) => one.leftCents),
  )
  return changed.map(({ line, ...one }, index) => ({
    ...one,
    lineNumber: line.lineNumber,
    givenCents: line.givenCents,
    backCreditCents: backCredits[index] ?? ZERO_CENTS,
    creditLeftCents: staying[index] ?? ZERO_CENTS,
  }))
}

/**
 * Refunds a paid order for some of its lines. A line that falls away takes along the discounts that remaining lines
 * have only because of it. Money for a line that remains changes nothing else. `lines` are all of the order; a line
 * that fell away earlier can only get back money that was kept for it.
 */
export function giveBack(lines: readonly PaidLine[], asked: readonly AskedLine[]): GivenBack {
  const askedOf = new Map(asked.map((one) => [one.lineNumber, one]))
  const falls = new Set(
    lines
      .filter((line) => {
        const one = askedOf.get(line.lineNumber)
        if (!one || line.isGone) return false
        return one.isGone || one.cents === null || (one.cents > 0 && one.cents === line.leftCents)
      })
      .map((line) => line.lineNumber),
  )
  const given: ChangedLine[] = []
  const present: PaidLine[] = []
  for (const line of lines) {
    const one = askedOf.get(line.lineNumber)
    const cents = one === undefined || falls.has(line.lineNumber) ? ZERO_CENTS : (one.cents ?? line.leftCents)
    if (cents > line.leftCents) return { ok: false, lineNumber: line.lineNumber, mostCents: line.leftCents }
    const leftCents = toCents(line.leftCents - cents)
    const givenCents = line.isGone ? line.givenCents : addCents([line.givenCents, cents])
    const [changed] = withCredit([{ line: { ...line, givenCents }, isGone: line.isGone, backCents: cents, leftCents }])
    if (changed && cents > 0) given.push(changed)
    if (!line.isGone)
      present.push({ ...line, leftCents, givenCents, creditLeftCents: changed?.creditLeftCents ?? ZERO_CENTS })
  }
  const falling = present.filter((line) => falls.has(line.lineNumber))
  const { kept, back } = letFall(lines, present, falling)
  const changed: Parameters<typeof withCredit>[0][number][] = []
  for (const line of present) {
    const most = back.get(line.lineNumber)
    const backCents = most === undefined ? ZERO_CENTS : (askedOf.get(line.lineNumber)?.cents ?? most)
    if (most !== undefined && backCents > most) return { ok: false, lineNumber: line.lineNumber, mostCents: most }
    const leftCents = most === undefined ? (kept.get(line.lineNumber) ?? ZERO_CENTS) : toCents(most - backCents)
    if (most !== undefined || leftCents !== line.leftCents)
      changed.push({ line, isGone: most !== undefined, backCents, leftCents })
  }
  const all = merge(given, withCredit(changed))
  return {
    ok: true,
    cents: addCents(all.map((line) => line.backCents)),
    creditCents: addCents(all.map((line) => line.backCreditCents)),
    lines: all,
  }
}

/** A line that got money and also has a new cost is one change. */
function merge(given: readonly ChangedLine[], changed: readonly ChangedLine[]): ChangedLine[] {
  const before = new Map(given.map((line) => [line.lineNumber, line]))
  const both = changed.map((line) => {
    const one = before.get(line.lineNumber)
    before.delete(line.lineNumber)
    if (!one) return line
    const backCents = addCents([one.backCents, line.backCents])
    return { ...line, backCents, backCreditCents: addCents([one.backCreditCents, line.backCreditCents]) }
  })
  return [...before.values(), ...both].sort((a, b) => a.lineNumber - b.lineNumber)
}
