import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { createStore } from '#web/ui/store.ts'

/** The packages that just changed; their rows show it briefly. */
export const changeMarks = createStore<ReadonlySet<PackageId>>(new Set())
