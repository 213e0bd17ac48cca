import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { PackageDeal } from '#web/lib/package-deals.ts'
import { createStore } from '#web/ui/store.ts'

/** The deals of the county on screen. Worked out after the first paint, so rows ask here and show what there is. */
export const shownDeals = createStore<ReadonlyMap<PackageId, PackageDeal>>(new Map())
