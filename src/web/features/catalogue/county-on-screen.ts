import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { PackageDeal } from '#web/lib/package-deals.ts'
import { createStore } from '#web/ui/store.ts'

/** The deals of the county on screen. Computed after the first paint; rows read them here. */
export const shownDeals = createStore<ReadonlyMap<PackageId, PackageDeal>>(new Map())

/** The packages that just changed; their rows show it briefly. */
export const changeMarks = createStore<ReadonlySet<PackageId>>(new Set())
