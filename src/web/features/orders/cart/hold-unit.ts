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
/** Without `available` when the hold was found in the cart. */
type NewHold = Pick<Hold, 'holdId' | 'expiresAt'> & { available?: number }

const NOT_HELD = 'The connection was lost, so the package was not added. Please add it again.'
const UNKNOWN_WHETHER_HELD =
  'The connection was lost, so we do not know yet whether the package is held for you. Your cart shows it once the connection is back; adding it again never holds it twice.'

/** A package asked for whose answer was lost. */
interface LostWish {
  deliveryMethod: DeliveryMethod
  /** The package's holds that stood in the cart before. */
  holdsBefore: ReadonlySet<string>
  /** When the buyer was told that it is held after all; milliseconds since 1970. */
  toldAtMs?: number
}

/** A press this soon after that still means the same package: as long as its toast is shown. */
const SAME_WISH_MS = 5000

const lostWishes = new Map<PackageId, LostWish>()

/**
 * Holds one unit for this browser's cart. When the connection is lost meanwhile, the browser cannot know whether the unit is
 * held; the server's cart does. It is read before the wish counts as failed, and before the same wish is sent once more,
 * so that a package is never held twice for one wish.
 */
export async function holdUnit(packageId: PackageId, deliveryMethod: DeliveryMethod): Promise<NewHold> {
  if (Date.now() - (lostWishes.get(packageId)?.toldAtMs ?? Date.now()) > SAME_WISH_MS) lostWishes.delete(packageId)
  const lines = cartLinesOnScreen().filter((line) => line.packageId === packageId)
  const wish = lostWishes.get(packageId) ?? { deliveryMethod, holdsBefore: new Set(lines.map((line) => line.holdId)) }
  if (lostWishes.has(packageId)) {
    const held = await findHoldOf(packageId, wish)
    if (held) return held
  }
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

/** The hold that a lost answer told of, or null when there is none. @throws ApiError when the cart cannot be read */
async function findHoldOf(packageId: PackageId, wish: LostWish): Promise<CartLine | null> {
  const lines = await readCartLines()
  lostWishes.delete(packageId)
  return lines.find((line) => isHoldOf(line, packageId, wish)) ?? null
}

/** The lines of a cart just read that were asked for without an answer, with the delivery they were asked for with. */
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

/** The line as the server's cart will say it, for the moment until that is read. */
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

/** Names how a held line is delivered. A failure is ignored: the hold exists, and the cart shows what the server has. */
export async function nameDeliveryMethod({ packageId, deliveryMethod, holdId }: DeliveredHold): Promise<void> {
  const body = { packageId, deliveryMethod, holdId }
  await callApi<typeof addToCart>('POST', '/api/cart', { body }).catch(() => undefined)
}
