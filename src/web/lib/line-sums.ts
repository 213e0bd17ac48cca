/** Adds up lines and their offers. Separate from the words about them, because every page adds up the cart. */

/** The parts of a line that make up its price; dollars. */
export type PricedLine = { price: number; discount: number }

/** What a line costs after offers, in dollars. */
export const priceAfterOffers = ({ price, discount }: PricedLine): number => dollars(cents(price) - cents(discount))

/** What lines cost before offers, what those take off, and what is left; dollars. */
export type LineSums = { subtotal: number; discount: number; total: number }

/** Sums up lines, in cents, because sums of fractional dollars drift. */
export function sumsOf(lines: readonly PricedLine[]): LineSums {
  const subtotal = lines.reduce((sum, { price }) => sum + cents(price), 0)
  const discount = lines.reduce((sum, line) => sum + cents(line.discount), 0)
  return { subtotal: dollars(subtotal), discount: dollars(discount), total: dollars(subtotal - discount) }
}

const cents = (amount: number): number => Math.round(amount * 100)
const dollars = (amount: number): number => amount / 100
