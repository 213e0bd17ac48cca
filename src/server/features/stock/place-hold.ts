import { fipsOf, type PackageId } from '#contract/catalogue/catalogue.ts'
import { CART_LINES_MAX } from '#contract/orders/cart.ts'
import type { HoldId } from '#contract/values.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import { type Config, networkKeyOf, type OwnerId, type PlatformContext, perNode } from '#server/platform/context.ts'
import { batch } from '#server/platform/database/batch.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { listsOf } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type FindBonus, type Hold, type HoldBonus, type HoldToPlace, requirePackageId } from './hold.ts'
import { placeLeadHold, takeLeadHold } from './place-lead-hold.ts'
import { placeHolds } from './queries.ts'
import { announceStockChange } from './stock-changes.ts'

/** Live holds per network address: enough for an office behind one, too few for a script that empties a state. */
export const HOLDS_PER_ADDRESS_MAX = 500
/** Holds that one statement places. Large enough to be fast, small enough to commit in milliseconds. */
const BATCH_MAX = 250
/** While PostgreSQL writes one batch, the next is already with it. */
const CONCURRENCY_MAX = 2
const NO_BONUS: HoldBonus = { leads: 0, offers: [] }

const valuesOf = (holds: readonly HoldToPlace[], limits: { lines: number; perAddress: number | null }) => ({
  ...listsOf(holds, 'holdId', 'packageId', 'ownerId', 'addressKey', 'placedAt', 'expiresAt'),
  linesMax: limits.lines,
  perAddressMax: limits.perAddress,
  bonusLeads: holds.map((hold) => hold.bonus.leads),
  bonusOffers: holds.map((hold) => (hold.bonus.leads === 0 ? '[]' : JSON.stringify(hold.bonus.offers))),
})

const limitsOf = (config: Config) => ({
  lines: CART_LINES_MAX,
  perAddress: config.hasRateLimits ? HOLDS_PER_ADDRESS_MAX : null,
})

/** One per node, because batches side by side would only wait for each other's rows. */
const placerOf = perNode(({ database, node, config }: PlatformContext) => {
  const limits = limitsOf(config)
  // In order on one connection, so each batch counts the holds of the one ahead; PostgreSQL never waits for us.
  const pipeline = database.openPipeline()
  const place = async (holds: readonly HoldToPlace[]) => {
    const rows = await pipeline.run(placeHolds, valuesOf(holds, limits))
    announcePlacedUnits({ node }, holds, rows)
    return rows
  }
  return {
    placeCounted: batch(place, BATCH_MAX, { concurrencyMax: CONCURRENCY_MAX }),
    /** Packages known to follow from leads. Asking whether they are counted would be a wasted query. */
    fromLeads: new Set<PackageId>(),
  }
})

function newHold(ctx: PlatformContext, hold: Omit<HoldToPlace, 'holdId' | 'placedAt' | 'expiresAt'>, until?: Date) {
  const placedAt = ctx.clock.now()
  const expiresAt = until ?? addMilliseconds(placedAt, minutes(ctx.config.holdMinutes))
  return { ...hold, holdId: newId('hld', ctx.clock) as HoldId, placedAt, expiresAt }
}

/** Places a hold against whatever its package's stock comes from, which may have changed since the last hold. */
async function place(ctx: PlatformContext, hold: HoldToPlace, findBuyer: (() => Promise<string | null>) | undefined) {
  const { placeCounted, fromLeads } = placerOf(ctx)
  if (!fromLeads.has(hold.packageId)) {
    const row = await placeCounted(hold)
    if (row.verdict !== 'from_leads') return row
    fromLeads.add(hold.packageId)
  }
  const row = await placeLeadHold(ctx, hold, { limits: limitsOf(ctx.config), buyerKey: (await findBuyer?.()) ?? null })
  if (row.verdict === 'counted') {
    fromLeads.delete(hold.packageId)
    return placeCounted(hold)
  }
  announcePlacedUnits(ctx, [hold], [row])
  return row
}

/**
 * Holds one unit of a package for an owner for `holdMinutes`. Stock, hold and movement change in one statement, because
 * two buyers may ask for the last unit at the same moment. `findBonus` is called once, before the unit is taken.
 * @returns the hold, and the units left for others
 * @throws Refusal `unknown_package`, `out_of_stock`, `leads_in_cart`, `cart_full`, `too_many_holds`
 * @see docs/decisions/0004-batched-holds.md
 */
export async function placeHold(
  ctx: PlatformContext,
  input: {
    packageId: string
    ownerId: OwnerId
    address: string
    findBonus?: FindBonus
    findBuyer?: () => Promise<string | null>
  },
): Promise<Hold & { available: number }> {
  const packageId = requirePackageId(input.packageId)
  const hold = newHold(ctx, {
    packageId,
    ownerId: input.ownerId,
    addressKey: networkKeyOf(ctx, input.address),
    bonus: (await input.findBonus?.(ctx, packageId)) ?? NO_BONUS,
  })
  const { verdict, available } = await place(ctx, hold, input.findBuyer)
  // It switched twice while we asked. Treat it as if another buyer had been faster.
  if (verdict === 'from_leads' || verdict === 'counted') throw new Refusal('out_of_stock')
  if (verdict !== 'granted') throw new Refusal(verdict)
  announceStockChange(ctx, [fipsOf(hold.packageId)])
  return { holdId: hold.holdId, packageId: hold.packageId, expiresAt: hold.expiresAt, available }
}

/**
 * Takes fresh units for one order, without limits: a payment came after its holds ran out, or a link is sent again.
 * @param input.until when the holds end; absent: `holdMinutes` from now
 * @returns the holds in the order of the packages, null where nothing was left
 */
export async function takeFreshHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: {
    packageIds: readonly PackageId[]
    bonuses: readonly HoldBonus[]
    ownerId: OwnerId
    until?: Date
    buyerKey?: string
  },
): Promise<(HoldId | null)[]> {
  if (input.packageIds.length === 0) return []
  const { ownerId, until } = input
  const holds = input.packageIds.map((packageId, index) =>
    newHold(ctx, { packageId, ownerId, addressKey: null, bonus: input.bonuses[index] ?? NO_BONUS }, until),
  )
  const limits = { lines: 1_000_000, perAddress: null }
  const rows = await tx.run(placeHolds, valuesOf(holds, limits))
  const taken = holds.map((hold, index) => (rows[index]?.verdict === 'granted' ? hold.holdId : null))
  const fromLeads = holds.flatMap((hold, index) => (rows[index]?.verdict === 'from_leads' ? [{ hold, index }] : []))
  // In pool order, as everyone does who locks several.
  fromLeads.sort((a, b) => (a.hold.packageId < b.hold.packageId ? -1 : 1))
  for (const { hold, index } of fromLeads)
    taken[index] = await takeLeadHold(ctx, tx, hold, { limits, buyerKey: input.buyerKey ?? null })
  return taken
}

type UnitsListener = (units: readonly { readonly packageId: string; readonly isLast: boolean }[]) => void

/** Called with the units of each batch, after their commit. Every hold waits for them, so they must take no time. */
export const unitsListeners = perNode((): UnitsListener[] => [])

/** Reports the granted holds of a batch. All rows show what is left after it, so a last unit is in the last row. */
function announcePlacedUnits(
  ctx: Pick<PlatformContext, 'node'>,
  asked: readonly { packageId: string }[],
  rows: readonly { verdict: string; available: number }[],
): void {
  const listeners = unitsListeners(ctx)
  if (listeners.length === 0) return
  const granted = asked.flatMap(({ packageId }, index) => {
    const row = rows[index]
    return row?.verdict === 'granted' ? [{ packageId, available: row.available }] : []
  })
  const lastOf = new Map(granted.map(({ packageId }, index) => [packageId, index]))
  const units = granted.map(({ packageId, available }, index) => ({
    packageId,
    isLast: available === 0 && lastOf.get(packageId) === index,
  }))
  if (units.length > 0) for (const listener of listeners) listener(units)
}
