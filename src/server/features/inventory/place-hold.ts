/** The only door to stock. */

import { CART_LINES_MAX } from '#contract/cart.ts'
import type { PackageId } from '#contract/catalogue.ts'
import { PackageId as PackageIdSchema } from '#contract/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import { deriveToken, newId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { announcePlacedUnits } from './placed-units.ts'
import { type PlacedRow, placeHolds } from './queries.ts'
import { announceStockChange } from './stock-changes.ts'

/** Live holds one network address may have: an office behind one address fits, a script that empties a state does not. */
export const HOLDS_PER_ADDRESS_MAX = 500

/** Holds that one statement places; more wait for the next. Large enough to be fast, small enough to commit in milliseconds. */
const BATCH_MAX = 250

export interface Hold {
  holdId: HoldId
  packageId: PackageId
  expiresAt: Date
}

/** Leads on top of a package's size, by what they are promised; kept with the hold. */
export interface HoldBonus {
  leads: number
  offers: readonly { offerId: string; name: string; leads: number }[]
}

/** Says what is promised with a package that is held now. The stock itself knows of no offers; `app.ts` hands them in. */
export type FindBonus = (ctx: PlatformContext, packageId: PackageId) => Promise<HoldBonus>

const NO_BONUS: HoldBonus = { leads: 0, offers: [] }

interface HoldToPlace extends Hold {
  bonus: HoldBonus
  ownerId: OwnerId
  addressKey: string | null
  placedAt: Date
}

const valuesOf = (holds: readonly HoldToPlace[], limits: { lines: number; perAddress: number | null }): unknown[] => [
  holds.map((hold) => hold.holdId),
  holds.map((hold) => hold.packageId),
  holds.map((hold) => hold.ownerId),
  holds.map((hold) => hold.addressKey),
  holds.map((hold) => hold.placedAt),
  holds.map((hold) => hold.expiresAt),
  limits.lines,
  limits.perAddress,
  holds.map((hold) => hold.bonus.leads),
  holds.map((hold) => (hold.bonus.leads === 0 ? '[]' : JSON.stringify(hold.bonus.offers))),
]

/** Networks whose key is remembered: a busy minute's worth. */
const ADDRESS_KEYS_MAX = 1_000
const addressKeys = new Map<string, string>()

/** What is stored of a network address: a fingerprint that only this store can make. */
function addressKeyOf(ctx: PlatformContext, address: string): string {
  const name = `${ctx.secrets.tokens}\0${address}`
  const known = addressKeys.get(name)
  if (known) return known
  if (addressKeys.size >= ADDRESS_KEYS_MAX) addressKeys.clear()
  const key = deriveToken(ctx.secrets.tokens, 'address', address)
  addressKeys.set(name, key)
  return key
}

const placersOf = new WeakMap<Database, (hold: HoldToPlace) => Promise<PlacedRow>>()

/** One gatherer per node: two batches at once would only wait for each other's rows. */
function placerOf(ctx: PlatformContext): (hold: HoldToPlace) => Promise<PlacedRow> {
  const known = placersOf.get(ctx.database)
  if (known) return known
  const limits = { lines: CART_LINES_MAX, perAddress: ctx.config.hasRateLimits ? HOLDS_PER_ADDRESS_MAX : null }
  const { database } = ctx
  const placer = gather<HoldToPlace, PlacedRow>(async (holds) => {
    const rows = await database.run(placeHolds, valuesOf(holds, limits))
    announcePlacedUnits(database, holds, rows)
    return rows
  }, BATCH_MAX)
  placersOf.set(database, placer)
  return placer
}

/**
 * Holds one unit of a package for an owner until it is sold, released or expires.
 * Stock, hold and movement change in one statement, because two buyers may ask for the last unit at the same moment.
 *
 * @param input.ownerId the browser's cart, or the signed-in member
 * @param input.address the client's network address; only a keyed fingerprint is stored
 * @param input.findBonus asked once, before the unit is taken; absent: the hold promises the package alone
 * @returns the hold, `expiresAt` in UTC `holdMinutes` from now, and the units left for others
 * @throws Refusal `unknown_package`, `out_of_stock`, `cart_full`, `too_many_holds`; stock is then unchanged
 * @see docs/decisions/0004-gathered-statements-for-holds.md
 */
export async function placeHold(
  ctx: PlatformContext,
  input: { packageId: string; ownerId: OwnerId; address: string; findBonus?: FindBonus },
): Promise<Hold & { available: number }> {
  const packageId = PackageIdSchema.safeParse(input.packageId)
  if (!packageId.success) throw new Refusal('unknown_package')
  const bonus = (await input.findBonus?.(ctx, packageId.data)) ?? NO_BONUS
  const placedAt = ctx.clock.now()
  const hold: HoldToPlace = {
    holdId: newId('hld', ctx.clock) as HoldId,
    packageId: packageId.data,
    ownerId: input.ownerId,
    addressKey: addressKeyOf(ctx, input.address),
    placedAt,
    expiresAt: addMilliseconds(placedAt, minutes(ctx.config.holdMinutes)),
    bonus,
  }
  const { verdict, available } = await placerOf(ctx)(hold)
  if (verdict !== 'granted') throw new Refusal(verdict)
  announceStockChange(ctx.database, [hold.packageId.slice(0, 5)])
  return { holdId: hold.holdId, packageId: hold.packageId, expiresAt: hold.expiresAt, available }
}

/**
 * Takes fresh units inside a transaction, all for one order: money came after its holds ran out, or a payment link is
 * sent again. No maxima apply.
 *
 * @param input.bonuses what each of them promises, in the order of the packages
 * @param input.until when the holds end; absent: `holdMinutes` from now
 * @returns one entry per asked package, in their order: the hold, or null when nothing was left
 */
export async function takeFreshHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: { packageIds: readonly PackageId[]; bonuses: readonly HoldBonus[]; ownerId: OwnerId; until?: Date },
): Promise<(HoldId | null)[]> {
  if (input.packageIds.length === 0) return []
  const placedAt = ctx.clock.now()
  const holds = input.packageIds.map(
    (packageId, index): HoldToPlace => ({
      holdId: newId('hld', ctx.clock) as HoldId,
      packageId,
      ownerId: input.ownerId,
      addressKey: null,
      placedAt,
      expiresAt: input.until ?? addMilliseconds(placedAt, minutes(ctx.config.holdMinutes)),
      bonus: input.bonuses[index] ?? NO_BONUS,
    }),
  )
  const noMaximum = 1_000_000
  const rows = await tx.run(placeHolds, valuesOf(holds, { lines: noMaximum, perAddress: null }))
  return holds.map((hold, index) => (rows[index]?.verdict === 'granted' ? hold.holdId : null))
}
