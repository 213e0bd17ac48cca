/** What a line of an order costs its buyer: its price less what offers took off. Store credit is a way to pay it. */
import { toCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'

interface PricedRow {
  price_cents: number
  discount_cents: number
}

interface PricedLine {
  priceCents: number
  discountCents: number
}

/** Returns what one line costs, from a row of `order_lines` or a line of a cart. */
export const lineCost = (line: PricedRow | PricedLine): Cents =>
  toCents('price_cents' in line ? line.price_cents - line.discount_cents : line.priceCents - line.discountCents)

/** Returns what several lines cost together. */
export const linesCost = (lines: readonly (PricedRow | PricedLine)[]): Cents =>
  toCents(lines.reduce((sum, line) => sum + lineCost(line), 0))

/** Returns `lineCost` as SQL. @param line the alias of a row of `order_lines` */
export const lineCostSql = (line: string): string => `(${line}.price_cents - ${line}.discount_cents)`
