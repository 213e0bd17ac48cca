/** Reprices an order's lines once some were lost, by the rules of refunds. */
import { splitCents, toCents, ZERO_CENTS } from '#contract/money.ts'
import { discountsAlone, giveBack, type PaidLine } from '#contract/payments/give-back.ts'
import type { Cents } from '#contract/values.ts'
import type { LineOffer } from '#server/features/catalogue/price-lines.ts'
import { invariant } from '#server/platform/errors.ts'
import type { OrderLineRow } from './order-row.ts'

/* What a line costs its buyer: its price less what offers took off. Store credit is a way to pay it. */

type Priced = { price_cents: number; discount_cents: number } | { priceCents: number; discountCents: number }

/** Returns what one line costs, from a row of `order_lines` or a line of a cart. */
export const lineCost = (line: Priced): Cents =>
  toCents('price_cents' in line ? line.price_cents - line.discount_cents : line.priceCents - line.discountCents)

/** Returns what several lines cost together. */
export const linesCost = (lines: readonly Priced[]) => toCents(lines.reduce((sum, line) => sum + lineCost(line), 0))

/** Returns `lineCost` as SQL. @param line the alias of a row of `order_lines` */
export const lineCostSql = (line: string): string => `(${line}.price_cents - ${line}.discount_cents)`

type Given = { cents: number; credit_cents: number; given_cents: number; is_gone: boolean }

/** Turns a line into one for `giveBack`. @param given from `refund_lines`; nothing if no refund named it */
export function paidLineOf(line: OrderLineRow, given?: Given): PaidLine {
  const paidCents = lineCost(line)
  const isLost = line.outcome === 'refunded'
  return {
    lineNumber: line.line_number,
    packageId: line.package_id,
    priceCents: toCents(line.price_cents),
    paidCents,
    openOffers: line.open_offers,
    leftCents: isLost ? ZERO_CENTS : toCents(paidCents - (given?.cents ?? 0)),
    creditLeftCents: isLost ? ZERO_CENTS : toCents(line.credit_cents - (given?.credit_cents ?? 0)),
    givenCents: toCents(given?.given_cents ?? 0),
    isGone: isLost || (given?.is_gone ?? false),
  }
}

/** Names what a discount consists of: by the given offers, or shared among them if they add up to another amount. */
function explain(discountCents: number, reductions: readonly LineOffer[]): LineOffer[] {
  if (discountCents === 0) return []
  const own = reductions.map(({ cents }) => cents)
  const shares = splitCents(toCents(discountCents), own)
  return reductions.map((one, index) => ({ ...one, cents: shares[index] ?? 0 })).filter(({ cents }) => cents > 0)
}

/**
 * Reprices the lines of an order of which some were lost (`outcome`) before it was paid. The ones that remain cost what
 * they cost alone; the lost ones carry the rest of what was paid, which goes back. The sums stay. Unchanged if nothing
 * or everything was lost, or no discount depended on it.
 */
export function priceAnew<Line extends OrderLineRow>(lines: readonly Line[]): Line[] {
  const lost = lines.filter((line) => line.outcome === 'refunded')
  const staying = lines.filter((line) => line.outcome !== 'refunded').map((line) => paidLineOf(line))
  if (lost.length === 0 || staying.length === 0) return [...lines]
  const all = lines.map((line) => paidLineOf({ ...line, outcome: 'open' }))
  const gone = lost.map((line) => ({ lineNumber: line.line_number, cents: null, isGone: true }))
  const back = giveBack(all, gone)
  invariant(back.ok, 'what can go back of lost lines is not limited')
  const alone = discountsAlone(staying)
  const used = [
    ...new Map(lines.flatMap((line) => line.offers).map((offer) => [offer.offerId, offer])).values(),
  ].filter(({ cents }) => cents > 0)
  const names = new Map(lines.flatMap((line) => line.open_offers.map(({ offerId, name }) => [offerId, name])))
  return lines.map((line) => {
    const changed = back.lines.find(({ lineNumber }) => lineNumber === line.line_number)
    if (!changed) return line
    const costCents = changed.isGone ? changed.backCents : changed.leftCents
    const discountCents = line.price_cents - costCents
    if (discountCents === line.discount_cents && !changed.isGone) return line
    const own = line.offers.filter(({ cents }) => cents > 0)
    const anew = alone
      .filter(({ lineNumber }) => lineNumber === line.line_number)
      .map(({ offerId, cents }) => ({ offerId, name: names.get(offerId) ?? '', cents, leads: 0 }))
    const reductions = [changed.isGone ? own : anew, own, used].find((some) => some.length > 0) ?? []
    const explained = explain(discountCents, reductions)
    return {
      ...line,
      discount_cents: discountCents,
      credit_cents: changed.isGone ? changed.backCreditCents : changed.creditLeftCents,
      offers: [...explained, ...line.offers.filter(({ leads }) => leads > 0)],
    }
  })
}
