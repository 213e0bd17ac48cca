import { PackageId } from '#contract/catalogue/catalogue.ts'
import type { DeliveryMethod, HoldId } from '#contract/values.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { nameDelivery } from './cart-queries.ts'

/**
 * Names how the leads of a held line are delivered; saying it again changes it. The hold itself stays as it is.
 *
 * @param input.holdId absent: the newest hold of that package
 * @throws Refusal `unknown_package`, `hold_not_yours`
 */
export async function addToCart(
  ctx: PlatformContext,
  input: { ownerId: OwnerId | null; packageId: string; deliveryMethod: DeliveryMethod; holdId: HoldId | undefined },
): Promise<{ holdId: HoldId; packageId: PackageId; deliveryMethod: DeliveryMethod }> {
  const packageId = PackageId.safeParse(input.packageId)
  if (!packageId.success) throw new Refusal('unknown_package')
  if (!input.ownerId) throw new Refusal('hold_not_yours')
  const values = {
    ownerId: input.ownerId,
    packageId: packageId.data,
    holdId: input.holdId ?? null,
    deliveryMethod: input.deliveryMethod,
    now: ctx.clock.now(),
  }
  const [row] = await ctx.database.run(nameDelivery, values)
  if (!row) throw new Refusal('hold_not_yours')
  return { holdId: row.hold_id as HoldId, packageId: packageId.data, deliveryMethod: input.deliveryMethod }
}
