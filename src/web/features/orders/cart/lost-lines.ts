import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { createStore } from '#web/ui/store.ts'

/** A line of an earlier order that is bought again. */
export interface OrderedLine {
  packageId: PackageId
  deliveryMethod: DeliveryMethod
  place?: string | undefined
}

/** What the buyer must be told about lines that left the cart without being removed. */
interface LostLines {
  expired: readonly CartLine[]
  /** An administrator removed them, so others can buy them. */
  takenBack: readonly CartLine[]
  payingCount: number
  goneCount: number
  missing: readonly OrderedLine[]
  notDone: { title: string; sentences: readonly string[] } | null
}

const NONE_LOST: LostLines = { expired: [], takenBack: [], payingCount: 0, goneCount: 0, missing: [], notDone: null }
export const lostLines = createStore(NONE_LOST)

/** The buyer has been told: the cart was open and is closed again. */
export function forgetLostLines(): void {
  lostLines.set(NONE_LOST)
}

/** Forgets a lost line, because it was added again or is no longer wanted. */
export function forgetLost(line: CartLine): void {
  const lost = lostLines.get()
  const isOther = (one: CartLine) => one.holdId !== line.holdId
  lostLines.set({ ...lost, expired: lost.expired.filter(isOther), takenBack: lost.takenBack.filter(isOther) })
}

/** Holds that the buyer released on this page: their lines are not lost. */
export const releasing = new Set<string>()
