import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

/** One line of the last order: what was bought and how it was delivered, nothing about who bought it. */
export interface OrderedLine {
  packageId: PackageId
  deliveryMethod: DeliveryMethod
  /** "Travis, Texas"; missing for orders from before this was stored. */
  place?: string | undefined
}

const STORAGE_KEY = 'last-order'

/** Stores what this browser bought last, for "Repeat last order". It never leaves the browser. */
export function rememberLastOrder(lines: readonly OrderedLine[]): void {
  if (lines.length === 0) return
  const bought = lines.map(({ packageId, deliveryMethod, place }) => ({ packageId, deliveryMethod, place }))
  writeStored('local', STORAGE_KEY, bought)
}

/** What was bought last; empty if nothing was, or if storage has something else. */
export const lastOrder = (): readonly OrderedLine[] => orderedLines(readStored('local', STORAGE_KEY))

/** Reads storage line by line and drops whatever does not have the right shape: anyone may edit it. */
export function orderedLines(stored: unknown): readonly OrderedLine[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const packageId = 'packageId' in one ? one.packageId : undefined
    const deliveryMethod = 'deliveryMethod' in one ? one.deliveryMethod : undefined
    if (!isPackageId(packageId) || !isDeliveryMethod(deliveryMethod)) return []
    const place = 'place' in one && typeof one.place === 'string' ? one.place : undefined
    return [{ packageId, deliveryMethod, ...(place ? { place } : {}) }]
  })
}

const isPackageId = (value: unknown): value is PackageId =>
  typeof value === 'string' &&
  /^\d{5}-(vacant|owner|landlord)-(vip|premier|premium|standard)-(20|30|50|100)$/.test(value)

const isDeliveryMethod = (value: unknown): value is DeliveryMethod => value === 'email' || value === 'sms'
