import { CART_LINES_MAX } from '#contract/orders/cart.ts'

/** One size that is for sale. */
export interface OnSale {
  size: number
  /** The leads in one unit: its size, plus extra leads of an offer. */
  leads: number
  priceCents: number
  /** Units in stock now. */
  available: number
}

/** The most leads an amount buys, and how. */
export interface Combination {
  leads: number
  costCents: number
  /** Large sizes first; unused sizes are left out. */
  packages: readonly { size: number; count: number }[]
}

const NOTHING: Combination = { leads: 0, costCents: 0, packages: [] }

interface Step {
  costCents: number
  count: number
  /** The lot taken last and the step before it; undefined at the start. */
  from?: { lot: Lot; step: Step }
}

/** Some units of one size, taken together or not at all. */
interface Lot {
  size: number
  leads: number
  units: number
  costCents: number
}

/**
 * Finds the combination of packages with the most leads that an amount pays for and that is in stock; among equals the
 * cheapest, then the one with the fewest packages. At most 50 units of a size, the cart's limit.
 *
 * For each number of leads it keeps the cheapest way to reach it. Trying all counts of four sizes would take millions
 * of steps for larger amounts; this takes a few hundred thousand at most.
 */
export function bestCombination(shelf: readonly OnSale[], amountCents: number): Combination {
  const steps = new Map<number, Step>([[0, { costCents: 0, count: 0 }]])
  for (const lot of shelf.flatMap((one) => lotsOf(one, amountCents))) {
    for (const [leads, step] of [...steps]) {
      const next = {
        costCents: step.costCents + lot.costCents,
        count: step.count + lot.units,
        from: { lot, step },
      }
      const reached = leads + lot.leads
      if (next.costCents <= amountCents && isBetter(next, steps.get(reached))) steps.set(reached, next)
    }
  }
  let best = 0
  for (const leads of steps.keys()) best = Math.max(best, leads)
  const step = steps.get(best)
  return step && best > 0 ? { leads: best, costCents: step.costCents, packages: packagesOf(step) } : NOTHING
}

/** Splits units into lots of 1, 2, 4 … and the rest, which can form every count. */
function lotsOf({ size, leads, priceCents, available }: OnSale, amountCents: number): Lot[] {
  const affordable = priceCents > 0 ? Math.floor(amountCents / priceCents) : CART_LINES_MAX
  const lots: Lot[] = []
  let left = Math.min(available, affordable, CART_LINES_MAX)
  for (let units = 1; left > 0; units *= 2) {
    const taken = Math.min(units, left)
    lots.push({ size, leads: taken * leads, units: taken, costCents: taken * priceCents })
    left -= taken
  }
  return lots
}

const isBetter = (step: Step, than: Step | undefined): boolean =>
  !than || step.costCents < than.costCents || (step.costCents === than.costCents && step.count < than.count)

function packagesOf(last: Step): Combination['packages'] {
  const counts = new Map<number, number>()
  for (let step: Step | undefined = last; step?.from; step = step.from.step) {
    const { size, units } = step.from.lot
    counts.set(size, (counts.get(size) ?? 0) + units)
  }
  return [...counts].sort(([a], [b]) => b - a).map(([size, count]) => ({ size, count }))
}
