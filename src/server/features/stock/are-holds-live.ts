import type { HoldId } from '#contract/values.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import { countLiveHolds } from './queries.ts'

/** Whether all of these holds live and belong to this owner at this moment. */
export async function areHoldsLive(
  ctx: PlatformContext,
  input: { holdIds: readonly HoldId[]; ownerId: OwnerId },
): Promise<boolean> {
  const [row] = await ctx.database.run(countLiveHolds, { holdIds: input.holdIds, ownerId: input.ownerId })
  return row?.live === input.holdIds.length
}
