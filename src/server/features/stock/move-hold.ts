import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import { addMilliseconds, hours, minutes } from '#server/platform/clock.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { changePools, lockLiveHolds, poolOf, replaceHolds as replaceHoldsStatement } from './pools.ts'
import * as sql from './queries.ts'

/** Moves live holds to a new owner, with the longest life a hold may have. Ended ones stay where they were. */
export async function moveHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly HoldId[]; ownerId: OwnerId },
): Promise<void> {
  if (input.holdIds.length === 0) return
  const expiresAt = addMilliseconds(ctx.clock.now(), HOLD_LIFE_MAX_MS)
  await tx.run(sql.moveHolds, { ...input, expiresAt, mostHold: MOST_HOLD })
}

/** Sets live holds aside for a new owner until then, all of them; false if one has ended: roll the transaction back. */
export async function keepHoldsUntil(
  ctx: PlatformContext,
  tx: Transaction,
  { from, ...input }: { holdIds: readonly HoldId[]; from: OwnerId; to: OwnerId; until: Date },
): Promise<boolean> {
  const kept = await tx.run(sql.handOverHolds, { ...input, ownerId: from, now: ctx.clock.now(), mayShorten: false })
  return kept.length === input.holdIds.length
}

/** Puts holds back into a cart for `holdMinutes`, never longer than they had left; renewed like any hold. */
export async function returnHolds(
  ctx: PlatformContext,
  tx: Transaction,
  { from, ...input }: { holdIds: readonly HoldId[]; from: OwnerId; to: OwnerId },
): Promise<void> {
  const now = ctx.clock.now()
  const until = addMilliseconds(now, minutes(ctx.config.holdMinutes))
  await tx.run(sql.handOverHolds, { ...input, ownerId: from, now, until, mayShorten: true })
}

/**
 * Ends live holds of `from` and places new ones with exactly the same units or leads. So a customer whose payment link
 * is sent again keeps what was set aside, even what no fresh hold would get: leads whose time in the tier is over, and
 * a counted unit of a package that has since become backed by leads. @returns the new holds by those that ended
 */
export async function replaceHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly HoldId[]; from: readonly OwnerId[]; to: OwnerId; until: Date },
): Promise<ReadonlyMap<string, HoldId>> {
  const rows = await tx.run(lockLiveHolds, { holdIds: input.holdIds, ownerIds: input.from })
  if (rows.length === 0) return new Map()
  const given = new Map(rows.map((row) => [row.hold_id, newId('hld', ctx.clock) as HoldId]))
  const holdIds = [...given.keys()]
  const newIds = [...given.values()]
  const values = { holdIds, newIds, ownerId: input.to, now: ctx.clock.now(), expiresAt: input.until }
  const poolIds = rows.flatMap((row) => (row.has_leads ? [poolOf(row.package_id as PackageId)] : []))
  if (poolIds.length === 0) await tx.run(replaceHoldsStatement, values)
  // No lead is held more or less often, but no one may replace a lead of the hold that ends now.
  await changePools(tx, poolIds, async () => {
    await tx.run(replaceHoldsStatement, values)
    return { moved: [] }
  })
  return given
}

/** The longest a hold may live, however often it is renewed: a cart must not keep stock from others all day. */
export const HOLD_LIFE_MAX_MS = hours(2)
const MOST_HOLD = `${HOLD_LIFE_MAX_MS} milliseconds`

/** Gives an owner's live holds `holdMinutes` from now, until 2 hours after each was placed. @returns how many */
export async function renewHolds(ctx: PlatformContext, ownerId: OwnerId): Promise<number> {
  const now = ctx.clock.now()
  const expiresAt = addMilliseconds(now, minutes(ctx.config.holdMinutes))
  return (await ctx.database.run(sql.renewHolds, { ownerId, now, expiresAt, mostHold: MOST_HOLD })).length
}

/** Whether all of these holds are live and belong to this owner now. */
export async function areHoldsLive(ctx: PlatformContext, input: { holdIds: readonly HoldId[]; ownerId: OwnerId }) {
  const [row] = await ctx.database.run(sql.countLiveHolds, input)
  return row?.live === input.holdIds.length
}
