/** Packages a county sells: 3 lead types × 4 tiers × 4 sizes (DESIGN.md section 4). */
export const PACKAGES_PER_COUNTY = 48

/** 0 is sold out, 5 is among the fifth with the most. */
export type StockStep = 0 | 1 | 2 | 3 | 4 | 5

/** Where the steps lie: the highest amount of each, the lightest first. At most five, fewer where amounts repeat. */
export type StockScale = readonly number[]

const STEPS = 5

/**
 * Divides places into fifths by what they have, because in figures they lie far apart: Texas has fifty times what Delaware
 * has, and even steps would show two colors. What is sold out has no step.
 */
export function makeScale(amounts: readonly number[]): StockScale {
  const sorted = amounts.filter((amount) => amount > 0).sort((a, b) => a - b)
  const highest = Array.from(
    { length: STEPS },
    (_, step) => sorted[Math.ceil((sorted.length * (step + 1)) / STEPS) - 1] ?? 0,
  )
  return [...new Set(highest)].filter((amount) => amount > 0)
}

/** The step of an amount; the darkest ones are used where there are fewer than five. */
export function stockStep(scale: StockScale, amount: number): StockStep {
  if (amount <= 0 || scale.length === 0) return 0
  const place = scale.findIndex((highest) => amount <= highest)
  return (STEPS - scale.length + (place === -1 ? scale.length : place + 1)) as StockStep
}

/** The legend: each step with its amounts, the lightest first. */
export function rangesOf(scale: StockScale): readonly { step: StockStep; from: number; to: number }[] {
  return scale.map((to, index) => ({ step: stockStep(scale, to), from: (scale[index - 1] ?? 0) + 1, to }))
}
