import { PackageId } from '#contract/catalogue.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { invariant } from '#server/platform/invariant.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { setStock } from './queries.ts'
import { announceStockChange } from './stock-changes.ts'

/**
 * Sets the sellable stock of a package; live holds stay. Above 999 the package becomes unlimited and keeps its counted
 * number underneath, so that the ledger adds up through every switch.
 *
 * @param input.expected the count the administrator saw; null skips the comparison
 * @throws Refusal `unknown_package`, `availability_changed`
 * @see docs/decisions/0005-hidden-counter-under-unlimited.md
 */
export async function setAvailability(
  ctx: PlatformContext,
  input: { packageId: string; available: number; reason?: string | undefined; expected?: number | undefined },
): Promise<{ packageId: PackageId; available: number }> {
  const packageId = PackageId.safeParse(input.packageId)
  if (!packageId.success) throw new Refusal('unknown_package')
  invariant(ctx.actor.kind !== 'visitor', 'stock is set by a member or by the store itself')
  const who = ctx.actor.kind === 'member' ? ctx.actor.userId : 'store'
  const [row] = await ctx.database.run(setStock, [
    packageId.data,
    input.available,
    input.expected ?? null,
    who,
    input.reason ?? null,
    ctx.clock.now(),
  ])
  if (!row) throw new Refusal('unknown_package')
  if (!row.is_changed) throw new Refusal('availability_changed', { details: { available: row.available } })
  announceStockChange(ctx.database, [packageId.data.slice(0, 5)])
  return { packageId: packageId.data, available: row.available }
}
