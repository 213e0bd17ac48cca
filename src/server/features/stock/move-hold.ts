import type { HoldId } from '#contract/values.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { handOverHolds, moveHolds as moveHoldsStatement } from './queries.ts'
import { HOLD_LIFE_MAX_MS } from './renew-hold.ts'

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
