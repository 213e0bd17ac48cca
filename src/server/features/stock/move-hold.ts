import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import { addMilliseconds, hours, minutes } from '#server/platform/clock.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { changePools } from './change-pools.ts'
import { lockLiveHolds, replaceHolds as replaceHoldsStatement } from './pool-queries.ts'
import { poolOf } from './pools.ts'
import {
  countLiveHolds,
  handOverHolds,
  moveHolds as moveHoldsStatement,
  renewHolds as renewHoldsStatement,
} from './queries.ts'

/**
 * Moves live holds out of a cart to a new owner that keeps them, with the longest life a hold may have. Stock does not
 * change. Holds that ended before stay with whom they ended.
 */
export async function moveHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly HoldId[]; ownerId: OwnerId },
): Promise<void> {
  if (input.holdIds.length === 0) return
  const expiresAt = addMilliseconds(ctx.clock.now(), HOLD_LIFE_MAX_MS)
  await tx.run(moveHoldsStatement, {
    holdIds: input.holdIds,
    ownerId: input.ownerId,
    expiresAt,
    mostHold: `${HOLD_LIFE_MAX_MS} milliseconds`,
  })
}

/**
 * Sets live holds of a cart aside for a new owner until a given moment, all of them or none: whoever is promised a
 * package must not find it gone.
 *
 * @returns false when one of them had ended, run out or gone elsewhere; the caller's transaction must then be given up
 */
export async function keepHoldsUntil(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly HoldId[]; from: OwnerId; to: OwnerId; until: Date },
): Promise<boolean> {
  const values = {
    holdIds: input.holdIds,
    ownerId: input.from,
    to: input.to,
    now: ctx.clock.now(),
    until: input.until,
    mayShorten: false,
  }
  const kept = await tx.run(handOverHolds, values)
  return kept.length === input.holdIds.length
}

/**
 * Puts holds that were kept for long back into a cart, for `holdMinutes` and never for longer than they had left. The
 * cart renews them only within 2 hours of their placing, as any other.
 */
export async function returnHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly HoldId[]; from: OwnerId; to: OwnerId },
): Promise<void> {
  const now = ctx.clock.now()
  const until = addMilliseconds(now, minutes(ctx.config.holdMinutes))
  await tx.run(handOverHolds, {
    holdIds: input.holdIds,
    ownerId: input.from,
    to: input.to,
    now,
    until,
    mayShorten: true,
  })
}

/**
 * Ends live holds and places others with exactly their units or leads, inside a transaction: what was set aside for somebody
 * stays theirs when their payment link is sent again, also what no fresh hold would get: leads whose time in the tier is over,
 * and a counted unit of a package that follows from leads since.
 *
 * @param input.from whose holds they may be
 * @returns the new holds by those that ended; holds that are not live are left as they are
 */
export async function replaceHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly HoldId[]; from: readonly OwnerId[]; to: OwnerId; until: Date },
): Promise<ReadonlyMap<string, HoldId>> {
  const rows = await tx.run(lockLiveHolds, { holdIds: input.holdIds, ownerIds: input.from })
  if (rows.length === 0) return new Map()
  const given = new Map(rows.map((row) => [row.hold_id, newId('hld', ctx.clock) as HoldId]))
  const values = {
    holdIds: [...given.keys()],
    newIds: [...given.values()],
    ownerId: input.to,
    now: ctx.clock.now(),
    expiresAt: input.until,
  }
  const poolIds = rows.flatMap((row) => (row.has_leads ? [poolOf(row.package_id as PackageId)] : []))
  if (poolIds.length === 0) await tx.run(replaceHoldsStatement, values)
  // No lead is held more or less often, but whoever replaces one of a hold must not do it to the hold that ends.
  await changePools(tx, poolIds, async () => {
    await tx.run(replaceHoldsStatement, values)
    return { moved: [] }
  })
  return given
}

/** The longest a hold may live, however often it is renewed: a cart must not keep stock from others all day. */
export const HOLD_LIFE_MAX_MS = hours(2)

/**
 * Gives an owner's live holds `holdMinutes` from now, up to 2 hours after each was placed; never shortens one.
 *
 * @returns how many holds live
 */
export async function renewHolds(ctx: PlatformContext, ownerId: OwnerId): Promise<number> {
  const now = ctx.clock.now()
  const expiresAt = addMilliseconds(now, minutes(ctx.config.holdMinutes))
  const values = { ownerId, now, expiresAt, mostHold: `${HOLD_LIFE_MAX_MS} milliseconds` }
  const rows = await ctx.database.run(renewHoldsStatement, values)
  return rows.length
}

/** Whether all of these holds live and belong to this owner at this moment. */
export async function areHoldsLive(
  ctx: PlatformContext,
  input: { holdIds: readonly HoldId[]; ownerId: OwnerId },
): Promise<boolean> {
  const [row] = await ctx.database.run(countLiveHolds, { holdIds: input.holdIds, ownerId: input.ownerId })
  return row?.live === input.holdIds.length
}
