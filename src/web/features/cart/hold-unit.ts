import type { addToCart, CartLine } from '#contract/cart.ts'
import { LEAD_TYPE_NAMES, type Package, type PackageId, sizeName } from '#contract/catalogue.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { reservePackage } from '#contract/inventory.ts'
import type { DeliveryMethod, HoldId } from '#contract/values.ts'
import { callApi } from '#web/lib/call-api.ts'
import { serverNow } from '#web/lib/server-clock.ts'

type Hold = ReplyOutputOf<typeof reservePackage>

/** Holds one unit for this browser's cart. */
export function holdUnit(packageId: PackageId): Promise<Hold> {
  return callApi<typeof reservePackage>('PUT', '/api/packages/:packageId/reserve', {
    params: { packageId },
    body: { quantity: 1 },
  })
}

/** The line as the server's cart will say it, for the moment until that is read. */
export function lineOf(wanted: Omit<Package, 'available'>, deliveryMethod: DeliveryMethod, hold: Hold): CartLine {
  return {
    ...wanted,
    holdId: hold.holdId,
    packageId: wanted.id,
    deliveryMethod,
    leadTypeName: LEAD_TYPE_NAMES[wanted.leadType],
    sizeName: sizeName(wanted.size),
    addedAt: new Date(serverNow()).toISOString(),
    expiresAt: hold.expiresAt,
  }
}

interface DeliveredHold {
  packageId: PackageId
  deliveryMethod: DeliveryMethod
  holdId: HoldId
}

/** Names how a held line is delivered. A failure is passed over: the hold stands, and the cart shows what the server has. */
export async function nameDeliveryMethod({ packageId, deliveryMethod, holdId }: DeliveredHold): Promise<void> {
  const body = { packageId, deliveryMethod, holdId }
  await callApi<typeof addToCart>('POST', '/api/cart', { body }).catch(() => undefined)
}
