import type { listPackages } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

/** Promised (docs/product.md#promised-to-the-outside), like the form of its items. */
export const CART_STORAGE_KEY = 'cart-items'

/** `id` is the hold's id, so every tab writes the same text for the same cart. */
interface CartItem {
  id: string
  packageId: string
  deliveryMethod: string
  packageInfo: {
    id: string
    tier: string
    size: number
    price: number
    description: string
    /** The display name. */
    leadType: string
    state: string
    county: string
    /** Stock minus one, at the moment the item was added. */
    available: number
  }
  addedAt: string
}

/**
 * Copies the server's cart into local storage. The copy is never trusted: it tells other tabs that something changed,
 * and after a reload which lines have gone.
 */
export function mirrorCart(lines: readonly CartLine[]): void {
  const known = new Map(mirroredItems().map((item) => [item.id, item]))
  writeStored(
    'local',
    CART_STORAGE_KEY,
    lines.map((line) => itemOf(line, known.get(line.holdId))),
  )
}

/** The ids of the holds that the last visit, or another tab, left in local storage. */
export function mirroredHoldIds(): readonly string[] {
  return mirroredItems().map((item) => item.id)
}

function itemOf(line: CartLine, known: CartItem | undefined): CartItem {
  return {
    id: line.holdId,
    packageId: line.packageId,
    deliveryMethod: line.deliveryMethod,
    packageInfo: {
      id: line.packageId,
      tier: line.tier,
      size: line.size,
      price: line.price,
      description: line.description,
      leadType: line.leadTypeName,
      state: line.state,
      county: line.county,
      available: known?.packageInfo.available ?? availableOnScreen(line),
    },
    addedAt: known?.addedAt ?? line.addedAt,
  }
}

function availableOnScreen(line: CartLine): number {
  const { queryKey } = query<typeof listPackages>('/api/packages/:state/:county', {
    state: line.state,
    county: line.county,
  })
  return queryClient.getQueryData(queryKey)?.find((one) => one.id === line.packageId)?.available ?? 0
}

/** What is stored, if it has the right shape: anyone may edit local storage. */
function mirroredItems(): readonly CartItem[] {
  const stored = readStored('local', CART_STORAGE_KEY)
  return Array.isArray(stored) ? stored.filter(isCartItem) : []
}

function isCartItem(value: unknown): value is CartItem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'packageInfo' in value &&
    typeof value.packageInfo === 'object' &&
    value.packageInfo !== null &&
    'available' in value.packageInfo
  )
}
