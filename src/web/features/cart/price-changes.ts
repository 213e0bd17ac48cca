interface PricedLine {
  holdId: string
  /** Dollars. */
  price: number
}

/** The price each line had when the buyer saw and took it, by hold. Dollars. */
export type AgreedPrices = Readonly<Record<string, number>>

export interface PriceChange<L extends PricedLine> {
  line: L
  /** Dollars the buyer agreed to before. */
  was: number
}

/** The lines that cost something else now than when the buyer took them. */
export function priceChanges<L extends PricedLine>(lines: readonly L[], agreed: AgreedPrices): PriceChange<L>[] {
  return lines.flatMap((line) => {
    const was = agreed[line.holdId]
    return was === undefined || was === line.price ? [] : [{ line, was }]
  })
}

/** Takes new lines at the price they came with and forgets those that left; what was agreed to before stays. */
export function withCurrentLines(agreed: AgreedPrices, lines: readonly PricedLine[]): AgreedPrices {
  return Object.fromEntries(lines.map(({ holdId, price }) => [holdId, agreed[holdId] ?? price]))
}
