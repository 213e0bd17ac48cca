/** Packages a county sells: 3 lead types × 4 tiers × 4 sizes. */
export const PACKAGES_PER_COUNTY = 48

/** 0 is sold out, 5 is in the fifth with the most. */
export type StockStep = 0 | 1 | 2 | 3 | 4 | 5

/** The highest amount of each step, lightest first. At most five, fewer if amounts repeat. */
export type StockScale = readonly number[]

const STEPS = 5

/**
 * Divides places into fifths by stock, because their figures vary widely: Texas has fifty times as much as Delaware,
 * and even steps would show only two colors. Sold-out places have no step.
 */
export function makeScale(amounts: readonly number[]): StockScale {
  const sorted = amounts.filter((amount) => amount > 0).sort((a, b) => a - b)
  const highest = Array.from(
    { length: STEPS },
    (_, step) => sorted[Math.ceil((sorted.length * (step + 1)) / STEPS) - 1] ?? 0,
  )
  return [...new Set(highest)].filter((amount) => amount > 0)
}

/** The step of an amount; if there are fewer than five, the darkest ones are used. */
export function stockStep(scale: StockScale, amount: number): StockStep {
  if (amount <= 0 || scale.length === 0) return 0
  const place = scale.findIndex((highest) => amount <= highest)
  return (STEPS - scale.length + (place === -1 ? scale.length : place + 1)) as StockStep
}

/** The legend: each step with its amounts, lightest first. */
export function rangesOf(scale: StockScale): readonly { step: StockStep; from: number; to: number }[] {
  return scale.map((to, index) => ({ step: stockStep(scale, to), from: (scale[index - 1] ?? 0) + 1, to }))
}
