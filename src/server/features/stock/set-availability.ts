import {
  fipsOf,
  LEAD_TYPE_NAMES,
  PackageId,
  packageKeyOf,
  sizeName,
  TIER_FACTS,
} from '#contract/catalogue/catalogue.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { setStock } from './queries.ts'
import { announceStockChange } from './stock-changes.ts'

/**
 * Sets the sellable stock of a package; live holds stay. Above 999 the package becomes unlimited and keeps its counted
 * number underneath, so that the ledger adds up through every switch.
 *
 * @param input.expected the count the administrator saw; null skips the comparison. A retry finds its own count and changes
 *   nothing
 * @throws Refusal `unknown_package`, `stock_from_leads`, `availability_changed`
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
  const { leadType, tier, size, fips } = packageKeyOf(packageId.data)
  const row = await inTransaction(ctx, async (tx) => {
    const values = {
      packageId: packageId.data,
      units: input.available,
      expected: input.expected ?? null,
      cause: who,
      note: input.reason?.trim() || null,
      now: ctx.clock.now(),
    }
    const [set] = await tx.run(setStock, values)
    if (!set) throw new Refusal('unknown_package')
    if (set.is_from_leads) throw new Refusal('stock_from_leads')
    if (set.is_repeat) return set
    if (!set.is_agreed) throw new Refusal('availability_changed', { details: { available: set.available } })
    await writeAudit(ctx, tx, {
      action: 'stock_set',
      subject: `${TIER_FACTS[tier].name} ${sizeName(size)}, ${LEAD_TYPE_NAMES[leadType]}, county ${fips}`,
      before: { available: set.available_before },
      after: { available: set.available },
      note: input.reason,
    })
    return set
  })
  announceStockChange(ctx, [fipsOf(packageId.data)])
  return { packageId: packageId.data, available: row.available }
}
