import type { HoldId } from '#contract/values.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { moveHolds as moveHoldsStatement } from './queries.ts'
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
  await tx.run(moveHoldsStatement, [input.holdIds, input.ownerId, expiresAt, `${HOLD_LIFE_MAX_MS} milliseconds`])
}
