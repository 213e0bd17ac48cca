import type { HoldId } from '#contract/values.ts'
import { addMilliseconds, hours, minutes } from '#server/platform/clock.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import { countLiveHolds, renewHolds as renewHoldsStatement } from './queries.ts'

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
