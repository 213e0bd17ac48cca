import { ApiError } from '#web/lib/api-error.ts'
import { holdUnit, nameDeliveryMethod } from './hold-unit.ts'
import type { OrderedLine } from './last-order.ts'

/** What became of lines that were sold before and are wanted again. */
export interface HeldAgain {
  added: readonly OrderedLine[]
  /** Out of stock, or no longer sold. */
  missing: readonly OrderedLine[]
}

/**
 * Holds what was ordered before, one after the other, so that the order of the lines stays. What is out of stock is
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
      if (!(error instanceof ApiError) || !['out_of_stock', 'unknown_package'].includes(error.code)) throw error
      missing.push(line)
    }
  }
  return { added, missing }
}
