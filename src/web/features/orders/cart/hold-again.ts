import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { holdUnit, nameDeliveryMethod } from './hold-unit.ts'
import type { OrderedLine } from './last-order.ts'

/** Refusals of one line that do not affect the others. */
const PASSED_OVER = ['out_of_stock', 'leads_in_cart', 'unknown_package']

/** The result for lines that were bought before and are wanted again. */
export interface HeldAgain {
  added: readonly OrderedLine[]
  /** Out of stock, no longer sold, or too few leads that the cart does not already hold. */
  missing: readonly OrderedLine[]
  /** The packages among them that are out of stock. */
  soldOut: readonly PackageId[]
}

/**
 * Holds earlier lines again, one after another, to keep their order. Unavailable ones are skipped and named; any other
 * error ends it, and what is held by then stays held.
 */
export async function holdAgain(lines: readonly OrderedLine[]): Promise<HeldAgain> {
  const added: OrderedLine[] = []
  const missing: OrderedLine[] = []
  const soldOut: PackageId[] = []
  for (const line of lines) {
    try {
      const hold = await holdUnit(line.packageId, line.deliveryMethod)
      await nameDeliveryMethod({ ...line, holdId: hold.holdId })
      added.push(line)
    } catch (error) {
      if (!(error instanceof ApiError) || !PASSED_OVER.includes(error.code)) throw error
      missing.push(line)
      if (error.code === 'out_of_stock') soldOut.push(line.packageId)
    }
  }
  return { added, missing, soldOut }
}
