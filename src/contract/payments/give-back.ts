/**
 * What goes back of a paid order: pure, so that it can be proven, and the same for late money, refunds and the preview of one.
 *
 * When lines fall away, what stays is priced as if it had been bought alone, by the discounts that were open when it was bought, but
 * never below what was paid for it; the rest of what was paid goes back. So nobody keeps a discount for a package that they gave
 * back, never more goes back than was paid for what is gone, and never less than nothing.
 *
 * @see docs/decisions/0042-reprice-what-remains.md
 */

import { discountLines, type OpenOffer } from '#contract/catalogue/discount-lines.ts'
import { shareOf } from '#contract/credit/credit-use.ts'
import { addCents, splitCents, toCents, ZERO_CENTS } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'

/** A line of a paid order. */
export interface PaidLine {
  readonly lineNumber: number
  readonly packageId: string
  /** Before discounts. */
  readonly priceCents: Cents
  readonly paidCents: Cents
  /** The discounts that were for it when it was bought; none in orders made before they were kept. */
  readonly openOffers: readonly OpenOffer[]
  /** What the store keeps for it now, and what of that store credit paid. */
  readonly leftCents: Cents
  readonly creditLeftCents: Cents
  /** What was given of its price while it stayed. */
  readonly givenCents: Cents
  /** It fell away before. */
  readonly isGone: boolean
}

export interface AskedLine {
  readonly lineNumber: number
  /** What is to go back for it; null: all that can, and the line falls away. */
  readonly cents: Cents | null
  /** The line falls away whatever goes back for it. It also does when nothing would be left of it. */
  readonly isGone: boolean
}

/** What becomes of a line: of one that was asked for, or of one that stays and costs something else from now on. */
export interface ChangedLine {
  readonly lineNumber: number
  readonly isGone: boolean
  /** What goes back for it, and what of that as store credit. */
  readonly backCents: Cents
  readonly backCreditCents: Cents
  readonly leftCents: Cents
  readonly creditLeftCents: Cents
  readonly givenCents: Cents
}

export type GivenBack =
  | { ok: true; cents: Cents; creditCents: Cents; lines: readonly ChangedLine[] }
  /** More was asked for a line than can go back. */
  | { ok: false; lineNumber: number; mostCents: Cents }

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0)

/**
 * What some lines of an order would have cost if nothing else had been bought.
 *
 * @returns what each discount takes off each line, named by `lineNumber`
 */
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

/** What each of the lines that stay costs; by line number. It follows from which lines stay, not from the order in which others fell. */
function costsOf(all: readonly PaidLine[], staying: readonly PaidLine[]): ReadonlyMap<number, number> {
  const alone = (lines: readonly PaidLine[]) => {
    const costs = new Map(lines.map((line) => [line.lineNumber, Number(line.priceCents)]))
    for (const { lineNumber, cents } of discountsAlone(lines))
      costs.set(lineNumber, (costs.get(lineNumber) ?? 0) - cents)
    return costs
  }
  const paidFor = (lines: readonly PaidLine[]) => sum(lines.map((line) => line.paidCents))
  const paid = new Map(staying.map((line) => [line.lineNumber, Number(line.paidCents)]))
  // An order whose price its discounts do not explain was made before they were kept: each line keeps the price it was sold at.
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

/** Lets lines fall away. @returns what is kept for the lines that stay, and what goes back for the others; by line number */
function letFall(
  all: readonly PaidLine[],
  present: readonly PaidLine[],
  falling: readonly PaidLine[],
): { kept: ReadonlyMap<number, Cents>; back: ReadonlyMap<number, Cents> } {
  const staying = present.filter((line) => !falling.includes(line))
  const prices = costsOf(all, staying)
  // Money that was given for a line that stays is its buyer's, whatever the line costs from now on.
  const costs = staying.map((line) => Math.max(0, (prices.get(line.lineNumber) ?? 0) - line.givenCents))
  const kept = sum(present.map((line) => line.leftCents))
  const keeps = Math.min(kept, sum(costs))
  // Too little is left where money was given for a line that fell: then what costs more than before bears that, and nothing else.
  const unchanged = staying.map((line, index) => Math.min(line.leftCents, costs[index] ?? 0))
  const more = splitCents(
    toCents(keeps - sum(unchanged)),
    costs.map((cost, index) => cost - (unchanged[index] ?? 0)),
  )
  const lefts = falling.map((line) => Number(line.leftCents))
  // More than is left of them goes back where a line that stays regains a discount that it had lost before.
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

/** Shares store credit as the money is shared: what goes back by credit, rounded towards the card, and what stays where. */
function withCredit(
  changed: readonly { line: PaidLine; isGone: boolean; backCents: Cents; leftCents: Cents }[],
): ChangedLine[] {
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
 * Gives back money of a paid order for some of its lines. A line that falls away takes along the discounts that the lines which
 * stay have only because of it. Money for a line that stays changes nothing else.
 *
 * @param lines all of the order's, also those that fell away before
 * @param asked each line once; of one that fell away before, only money that was kept for it can still go back
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

/** A line that got money and costs something else besides is one change. */
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
