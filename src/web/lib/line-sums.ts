/** Amounts of lines with what offers took off them. Apart from the words about them, because every page adds up the cart. */

/** As much of a line as its price needs; dollars. */
interface PricedLine {
  price: number
  discount: number
}

/** What a line costs after offers, in dollars. */
export function priceAfterOffers({ price, discount }: PricedLine): number {
  return dollars(cents(price) - cents(discount))
}

/** What lines cost before offers, what those take off, and what is left; dollars. */
export interface LineSums {
  subtotal: number
  discount: number
  total: number
}

/** The sums of lines, added in cents, because a sum of fractions of dollars drifts. */
export function sumsOf(lines: readonly PricedLine[]): LineSums {
  const subtotal = lines.reduce((sum, { price }) => sum + cents(price), 0)
  const discount = lines.reduce((sum, line) => sum + cents(line.discount), 0)
  return { subtotal: dollars(subtotal), discount: dollars(discount), total: dollars(subtotal - discount) }
}

const cents = (amount: number): number => Math.round(amount * 100)
const dollars = (amount: number): number => amount / 100
