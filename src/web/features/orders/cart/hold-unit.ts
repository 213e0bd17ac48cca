import { fipsOf, LEAD_TYPE_NAMES, type Package, type PackageId, sizeName } from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { addToCart, type CartLine } from '#contract/orders/cart.ts'
import { reservePackage } from '#contract/stock/inventory.ts'
import type { DeliveryMethod, HoldId } from '#contract/values.ts'
import { ApiError, callApi, unreachableError } from '#web/lib/call-api.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { cartLinesOnScreen, changeCartOnScreen, readCartLines, showAvailability } from './cart-data.ts'
import type { OrderedLine } from './lost-lines.ts'

/** Lines that were bought before and are wanted again; `soldOut`: which of the missing are out of stock. */
export type HeldAgain = {
  added: readonly OrderedLine[]
  missing: readonly OrderedLine[]
  soldOut: readonly PackageId[]
}

/** One after another, to keep their order. Unavailable ones are named; after another error, what is held stays held. */
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
      if (!isOfOneLine(error)) throw error
      missing.push(line)
      if (error.code === 'out_of_stock') soldOut.push(line.packageId)
    }
  }
  return { added, missing, soldOut }
}

type Hold = ReplyOutputOf<typeof reservePackage>
/** Without `available` if the hold was found in the cart. */
type NewHold = Pick<Hold, 'holdId' | 'expiresAt'> & { available?: number }
const NOT_HELD = 'The connection dropped, so the package was not added. Please add it again.'
const OFFLINE = 'You are offline, so the package was not added.'
const UNKNOWN_WHETHER_HELD =
  'The connection dropped, so we can’t tell yet whether the package is reserved for you. Your cart will show it when the connection is back. Adding it again never reserves it twice.'

interface LostWish {
  deliveryMethod: DeliveryMethod
  holdsBefore: ReadonlySet<string>
  /** When the buyer was told that it is held after all; milliseconds since 1970. */
  toldAtMs?: number
}

/** A press within this time still means the same package: as long as its toast is shown. */
const SAME_WISH_MS = 5000
const lostWishes = new Map<PackageId, LostWish>()

/** After a lost reply, only the server's cart knows if the unit is held; it is read first, so none is held twice. */
async function holdUnit(packageId: PackageId, deliveryMethod: DeliveryMethod): Promise<NewHold> {
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
    const input = { params: { packageId }, body: { quantity: 1 as const } }
    return await callApi(reservePackage, input)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unreachable') throw error
    lostWishes.set(packageId, wish)
    const held = await findHoldOf(packageId, wish).catch(() => undefined)
    if (held) return held
    throw unreachableError(held === null ? NOT_HELD : UNKNOWN_WHETHER_HELD)
  }
}

/** Refusals of one line that do not affect the others; any other error would only repeat with the next line. */
export const isOfOneLine = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['out_of_stock', 'leads_in_cart', 'unknown_package'].includes(error.code)
/** The hold from a lost reply, or null if there is none. @throws ApiError if the cart cannot be read */
async function findHoldOf(packageId: PackageId, wish: LostWish): Promise<CartLine | null> {
  const lines = await readCartLines()
  lostWishes.delete(packageId)
  return lines.find((line) => isHoldOf(line, packageId, wish)) ?? null
}

/** Finds the lines of a fresh cart that were requested without a reply, with the delivery method requested then. */
export const takeLateHolds = (lines: readonly CartLine[]): readonly CartLine[] =>
  [...lostWishes].flatMap(([packageId, wish]) => {
    const line = lines.find((one) => isHoldOf(one, packageId, wish))
    if (!line || wish.toldAtMs !== undefined) return []
    wish.toldAtMs = Date.now()
    return [{ ...line, deliveryMethod: wish.deliveryMethod }]
  })

const isHoldOf = (line: CartLine, packageId: PackageId, { holdsBefore }: LostWish): boolean =>
  line.packageId === packageId && !holdsBefore.has(line.holdId)

/** Holds one unit and shows it in the cart, as the server's cart will have it, until that is loaded. */
export async function holdLine(wanted: Omit<Package, 'available'>, deliveryMethod: DeliveryMethod): Promise<CartLine> {
  const { holdId, expiresAt, available } = await holdUnit(wanted.id, deliveryMethod)
  if (available !== undefined) showAvailability(wanted, wanted.id, available)
  const line: CartLine = {
    ...wanted,
    holdId,
    packageId: wanted.id,
    deliveryMethod,
    leadTypeName: LEAD_TYPE_NAMES[wanted.leadType],
    sizeName: sizeName(wanted.size),
    place: countyName({ ...wanted, fips: fipsOf(wanted.id) }),
    discount: 0,
    bonusLeads: 0,
    offers: [],
    addedAt: new Date(serverNow()).toISOString(),
    expiresAt,
  }
  await changeCartOnScreen((lines) => [...lines.filter((one) => one.holdId !== holdId), line])
  return line
}

type DeliveredHold = { packageId: PackageId; deliveryMethod: DeliveryMethod; holdId: HoldId }

/** Sets how a held line is delivered. A failure is ignored: the hold exists, and the cart shows the server's state. */
export async function nameDeliveryMethod({ packageId, deliveryMethod, holdId }: DeliveredHold): Promise<void> {
  const body = { packageId, deliveryMethod, holdId }
  await callApi(addToCart, { body }).catch(() => undefined)
}
