import { fipsOf, type PackageId } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { freeEndedLeads, freeLeadsOf } from './free-ended-leads.ts'
import { requirePackageId } from './hold.ts'
import * as sql from './queries.ts'
import { findHold, listReleasedFromCart, releaseFromCart as releaseFromCartStatement } from './screen-queries.ts'
import { announceStockChange } from './stock-changes.ts'
import type { HoldState, OwnerKind } from './tables.ts'

/** Ends one of an owner's live holds, by default the newest. @throws Refusal `unknown_package`, `hold_not_yours` */
export async function releaseHold(
  ctx: PlatformContext,
  input: { packageId: string; ownerId: OwnerId | null; holdId: HoldId | undefined },
): Promise<{ holdId: HoldId; packageId: PackageId; available: number }> {
  const packageId = requirePackageId(input.packageId)
  if (!input.ownerId) throw new Refusal('hold_not_yours')
  const [row] = await ctx.database.run(sql.releaseHold, {
    ownerId: input.ownerId,
    packageId,
    holdId: input.holdId ?? null,
    now: ctx.clock.now(),
  })
  if (!row) throw new Refusal('hold_not_yours')
  const available = row.has_leads ? await shownAfterFreeing(ctx, packageId) : row.available
  announceStockChange(ctx, [fipsOf(packageId)])
  return { holdId: row.hold_id as HoldId, packageId, available }
}

async function shownAfterFreeing(ctx: PlatformContext, packageId: PackageId): Promise<number> {
  await freeEndedLeads(ctx)
  const [row] = await ctx.database.run(sql.findShown, { packageId })
  return row?.available ?? 0
}

/** Ends live holds of an owner inside a transaction. @returns the counties to announce once it is committed */
export async function releaseHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly HoldId[]; ownerId: OwnerId },
): Promise<ReadonlySet<string>> {
  const rows = await tx.run(sql.releaseHolds, { ...input, now: ctx.clock.now() })
  const withLeads = rows.filter((row) => row.has_leads).map((row) => row.hold_id)
  await freeLeadsOf(tx, withLeads)
  return new Set(rows.map((row) => fipsOf(row.package_id)))
}

const BATCH_MAX = 1_000

/** Ends every hold that ran out. Safe on several nodes at once: each skips what another is ending. */
export async function expireHolds(ctx: PlatformContext): Promise<number> {
  let ended = 0
  for (;;) {
    const rows = await ctx.database.run(sql.expireHolds, { now: ctx.clock.now(), limit: BATCH_MAX })
    announceStockChange(ctx, new Set(rows.map((row) => fipsOf(row.package_id))))
    if (rows.some((row) => row.has_leads)) await freeEndedLeads(ctx)
    ended += rows.length
    if (rows.length < BATCH_MAX) return ended
  }
}

/** A cart is told for longer than any tab remembers its lines. */
const TOLD_MS = days(1)
const TOLD_MAX = 100

/** `ended`: before, or by another administrator. `promised`: an order or a payment link holds it. */
type StuckHold =
  | { verdict: 'released'; packageId: string }
  | { verdict: 'ended'; packageId: string; state: Exclude<HoldState, 'live'> }
  | { verdict: 'promised'; packageId: string; ownerKind: OwnerKind }
  | { verdict: 'unknown' }

/**
 * Takes a live hold out of someone else's cart. Holds of orders and payment links stay: what is being paid for must not
 * be sold to another. The package's history shows the reason and `who` did it.
 */
export async function releaseFromCart(
  ctx: PlatformContext,
  tx: Transaction,
  { holdId, who: releasedBy, reason: note }: { holdId: HoldId; who: string; reason: string },
): Promise<StuckHold> {
  const [released] = await tx.run(releaseFromCartStatement, { holdId, now: ctx.clock.now(), releasedBy, note })
  if (released?.has_leads) await freeLeadsOf(tx, [holdId])
  const [hold] = await tx.run(findHold, { holdId })
  if (!hold) return { verdict: 'unknown' }
  const { package_id: packageId, owner_kind: ownerKind, state } = hold
  if (released) return { verdict: 'released', packageId }
  return state === 'live' ? { verdict: 'promised', packageId, ownerKind } : { verdict: 'ended', packageId, state }
}

/** Lists what administrators took out of the caller's cart within a day, newest first. */
export async function listReleasedHolds(ctx: PlatformContext, ownerId: OwnerId | null) {
  if (!ownerId) return []
  const endedAt = addMilliseconds(ctx.clock.now(), -TOLD_MS)
  const rows = await ctx.database.run(listReleasedFromCart, { ownerId, endedAt, limit: TOLD_MAX })
  return rows.map((row) => ({
    holdId: row.hold_id as HoldId,
    packageId: row.package_id,
    releasedAt: row.ended_at.toISOString(),
  }))
}
