import type { PackageId } from '#contract/catalogue.ts'
import { createStore } from '#web/ui/store.ts'

/** What the offers in effect make of a package, ready to be shown; package-deals.ts works it out. */
export interface ShownDeal {
  /** Dollars for the package alone, after percentage offers. */
  price: number
  /** The leads one really gets. */
  leads: number
  /** `$299.00`, the price before; empty when no offer lowers it. */
  was: string
  /** `$209.30 with 30% Discount`; empty when no offer lowers it. */
  lowered: string
  /** `+5 extra leads`; empty without. */
  extra: string
  /** What else holds for the package, in words. */
  notes: readonly string[]
  /** The offers that `price` and `leads` count. */
  names: readonly string[]
}

/** The deals of the county on screen. Worked out after the first paint, so rows ask here and show what there is. */
export const shownDeals = createStore<ReadonlyMap<PackageId, ShownDeal>>(new Map())
