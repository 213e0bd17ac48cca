import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { createStore } from '#web/ui/store.ts'

/** The packages that changed a moment ago; their rows show it for a short while. */
export const changeMarks = createStore<ReadonlySet<PackageId>>(new Set())
