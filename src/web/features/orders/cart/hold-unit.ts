import { LEAD_TYPE_NAMES, type Package, type PackageId, sizeName } from '#contract/catalogue/catalogue.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { addToCart, CartLine } from '#contract/orders/cart.ts'
import type { reservePackage } from '#contract/stock/inventory.ts'
import type { DeliveryMethod, HoldId } from '#contract/values.ts'
import { ApiError, unreachableError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { cartLinesOnScreen, readCartLines } from './cart-data.ts'

type Hold = ReplyOutputOf<typeof reservePackage>
/** Without `available` if the hold was found in the cart. */
type NewHold = Pick<Hold, 'holdId' | 'expiresAt'> & { available?: number }

const NOT_HELD = 'The connection dropped, so the package was not added. Please add it again.'
const OFFLINE = 'You are offline, so the package was not added.'
const UNKNOWN_WHETHER_HELD =
  'The connection dropped, so we can’t tell yet whether the package is reserved for you. Your cart will show it when the connection is back. Adding it again never reserves it twice.'

/** A requested package whose reply was lost. */
interface LostWish {
  deliveryMethod: DeliveryMethod
  /** The package's holds that were in the cart before. */
  holdsBefore: ReadonlySet<string>
  /** When the buyer was told that it is held after all; milliseconds since 1970. */
  toldAtMs?: number
}

/** A press within this time still means the same package: as long as its toast is shown. */
const SAME_WISH_MS = 5000

const lostWishes = new Map<PackageId, LostWish>()

/**
 * Holds one unit for this browser's cart. If the connection is lost, the browser cannot know whether the unit is held;
 * the server's cart does. So it reads the cart before the request counts as failed, and before it is sent again, and
 * never holds a package twice for one request.
 */
export async function holdUnit(packageId: PackageId, deliveryMethod: DeliveryMethod): Promise<NewHold> {
  if (Date.now() - (lostWishes.get(packageId)?.toldAtMs ?? Date.now()) > SAME_WISH_MS) lostWishes.delete(packageId)
  const lines = cartLinesOnScreen().filter((line) => line.packageId === packageId)
  const wish = lostWishes.get(packageId) ?? { deliveryMethod, holdsBefore: new Set(lines.map((line) => line.holdId)) }
  if (lostWishes.has(packageId)) {
    const held = await findHoldOf(packageId, wish)
    if (held) return held
  }
  // Nothing was sent: unlike after a lost reply, it is certain that nothing is held.
  if (!navigator.onLine && !lostWishes.has(packageId)) throw unreachableError(OFFLINE)
  try {
    const params = { packageId }
    return await callApi<typeof reservePackage>('PUT', '/api/packages/:packageId/reserve', {
      params,
      body: { quantity: 1 },
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unreachable') throw error
    lostWishes.set(packageId, wish)
    const held = await findHoldOf(packageId, wish).catch(() => undefined)
    if (held) return held
    throw unreachableError(held === null ? NOT_HELD : UNKNOWN_WHETHER_HELD)
  }
}

/** The hold from a lost reply, or null if there is none. @throws ApiError if the cart cannot be read */
async function findHoldOf(packageId: PackageId, wish: LostWish): Promise<CartLine | null> {
  const lines = await readCartLines()
  lostWishes.delete(packageId)
  return lines.find((line) => isHoldOf(line, packageId, wish)) ?? null
}

/** Finds the lines of a fresh cart that were requested without a reply, with the delivery method requested then. */
export function takeLateHolds(lines: readonly CartLine[]): readonly CartLine[] {
  return [...lostWishes].flatMap(([packageId, wish]) => {
    const line = lines.find((one) => isHoldOf(one, packageId, wish))
    if (!line || wish.toldAtMs !== undefined) return []
    wish.toldAtMs = Date.now()
    return [{ ...line, deliveryMethod: wish.deliveryMethod }]
  })
}

const isHoldOf = (line: CartLine, packageId: PackageId, { holdsBefore }: LostWish): boolean =>
  line.packageId === packageId && !holdsBefore.has(line.holdId)

/** The line as the server's cart will have it, until that is loaded. */
export function lineOf(
  wanted: Omit<Package, 'available'>,
  deliveryMethod: DeliveryMethod,
  hold: Pick<Hold, 'holdId' | 'expiresAt'>,
): CartLine {
  return {
    ...wanted,
    holdId: hold.holdId,
    packageId: wanted.id,
    deliveryMethod,
    leadTypeName: LEAD_TYPE_NAMES[wanted.leadType],
    sizeName: sizeName(wanted.size),
    discount: 0,
    bonusLeads: 0,
    offers: [],
    addedAt: new Date(serverNow()).toISOString(),
    expiresAt: hold.expiresAt,
  }
}

interface DeliveredHold {
  packageId: PackageId
  deliveryMethod: DeliveryMethod
  holdId: HoldId
}

/** Sets how a held line is delivered. A failure is ignored: the hold exists, and the cart shows the server's state. */
export async function nameDeliveryMethod({ packageId, deliveryMethod, holdId }: DeliveredHold): Promise<void> {
  const body = { packageId, deliveryMethod, holdId }
  await callApi<typeof addToCart>('POST', '/api/cart', { body }).catch(() => undefined)
}
