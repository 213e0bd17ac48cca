import { ApiError } from '#web/lib/api-error.ts'
import { holdUnit, nameDeliveryMethod } from './hold-unit.ts'
import type { OrderedLine } from './last-order.ts'

/** A line that cannot be held again and leaves the others be. */
const PASSED_OVER = ['out_of_stock', 'leads_in_cart', 'unknown_package']

/** What became of lines that were sold before and are wanted again. */
export interface HeldAgain {
  added: readonly OrderedLine[]
  /** Out of stock, no longer sold, or too few leads left that the cart does not hold already. */
  missing: readonly OrderedLine[]
}

/**
 * Holds what was ordered before, one after the other, so that the order of the lines stays. What cannot be had is
 * passed over and named; any other trouble ends it, and what is held by then stays held.
 */
export async function holdAgain(lines: readonly OrderedLine[]): Promise<HeldAgain> {
  const added: OrderedLine[] = []
  const missing: OrderedLine[] = []
  for (const line of lines) {
    try {
      const hold = await holdUnit(line.packageId, line.deliveryMethod)
      await nameDeliveryMethod({ ...line, holdId: hold.holdId })
      added.push(line)
    } catch (error) {
      if (!(error instanceof ApiError) || !PASSED_OVER.includes(error.code)) throw error
      missing.push(line)
    }
  }
  return { added, missing }
}
