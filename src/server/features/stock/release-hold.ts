import { fipsOf, PackageId } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { freeEndedLeads, freeLeadsOf } from './free-ended-leads.ts'
import { findShown, releaseHold as releaseHoldStatement, releaseHolds as releaseHoldsStatement } from './queries.ts'
import { announceStockChange } from './stock-changes.ts'

/**
 * Ends one of an owner's own live holds and returns its unit, if it took one.
 *
 * @param input.holdId absent: the newest hold of that package
 * @throws Refusal `unknown_package`, `hold_not_yours` when the owner has no such live hold; nothing changes then
 */
export async function releaseHold(
  ctx: PlatformContext,
  input: { packageId: string; ownerId: OwnerId | null; holdId: HoldId | undefined },
): Promise<{ holdId: HoldId; packageId: PackageId; available: number }> {
  const packageId = PackageId.safeParse(input.packageId)
  if (!packageId.success) throw new Refusal('unknown_package')
  if (!input.ownerId) throw new Refusal('hold_not_yours')
  const [row] = await ctx.database.run(releaseHoldStatement, {
    ownerId: input.ownerId,
    packageId: packageId.data,
    holdId: input.holdId ?? null,
    now: ctx.clock.now(),
  })
  if (!row) throw new Refusal('hold_not_yours')
  const available = row.has_leads ? await shownAfterFreeing(ctx, packageId.data) : row.available
  announceStockChange(ctx, [fipsOf(packageId.data)])
  return { holdId: row.hold_id as HoldId, packageId: packageId.data, available }
}

/** What a package shows once the leads of the hold that just ended are back. */
async function shownAfterFreeing(ctx: PlatformContext, packageId: PackageId): Promise<number> {
  await freeEndedLeads(ctx)
  const [row] = await ctx.database.run(findShown, { packageId })
  return row?.available ?? 0
}

/**
 * Ends the live ones of an owner's holds inside a transaction and returns their units.
 *
 * @returns the counties whose stock changed, to be announced once the transaction is committed
 */
export async function releaseHolds(
  ctx: PlatformContext,
  tx: Transaction,
  input: { holdIds: readonly HoldId[]; ownerId: OwnerId },
): Promise<ReadonlySet<string>> {
  const rows = await tx.run(releaseHoldsStatement, {
    holdIds: input.holdIds,
    ownerId: input.ownerId,
    now: ctx.clock.now(),
  })
  const withLeads = rows.filter((row) => row.has_leads).map((row) => row.hold_id)
  await freeLeadsOf(tx, withLeads)
  return new Set(rows.map((row) => fipsOf(row.package_id)))
}
