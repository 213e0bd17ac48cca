import type { HoldId } from '#contract/values.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { findHold, listReleasedFromCart, releaseFromCart as releaseFromCartStatement } from './desk-queries.ts'
import { freeLeadsOf } from './free-ended-leads.ts'
import type { HoldState, OwnerKind } from './tables.ts'

/** How long a cart can still be told, and of how many holds: longer than any tab remembers its lines. */
const TOLD_MS = days(1)
const TOLD_MAX = 100

/** What became of a hold that somebody wants to take out of a cart. */
export type StuckHold =
  | { verdict: 'released'; packageId: string }
  /** It had ended before, or an administrator took it out before. */
  | { verdict: 'ended'; packageId: string; state: Exclude<HoldState, 'live'> }
  /** An order or a payment link holds it. */
  | { verdict: 'promised'; packageId: string; ownerKind: OwnerKind }
  | { verdict: 'unknown' }

/**
 * Takes a live hold out of a cart that is not the caller's own, and returns its unit. Holds of orders and payment links stay:
 * what somebody pays for at this moment must not be sold to another.
 *
 * @param input.who the member whose act it is; stands in the package's history with the reason
 */
export async function releaseFromCart(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdId: HoldId; who: string; reason: string },
): Promise<StuckHold> {
  const { holdId, who, reason } = input
  const [released] = await tx.run(releaseFromCartStatement, {
    holdId,
    now: ctx.clock.now(),
    releasedBy: who,
    note: reason,
  })
  if (released?.has_leads) await freeLeadsOf(tx, [holdId])
  const [hold] = await tx.run(findHold, { holdId })
  if (!hold) return { verdict: 'unknown' }
  const { package_id: packageId, owner_kind: ownerKind, state } = hold
  if (released) return { verdict: 'released', packageId }
  return state === 'live' ? { verdict: 'promised', packageId, ownerKind } : { verdict: 'ended', packageId, state }
}

/** What administrators took out of the caller's cart within a day, newest first. */
export async function listReleasedHolds(
  ctx: PlatformContext,
  ownerId: OwnerId | null,
): Promise<{ holdId: HoldId; packageId: string; releasedAt: string }[]> {
  if (!ownerId) return []
  const since = addMilliseconds(ctx.clock.now(), -TOLD_MS)
  const rows = await ctx.database.run(listReleasedFromCart, { ownerId, endedAt: since, limit: TOLD_MAX })
  return rows.map((row) => ({
    holdId: row.hold_id as HoldId,
    packageId: row.package_id,
    releasedAt: row.ended_at.toISOString(),
  }))
}
