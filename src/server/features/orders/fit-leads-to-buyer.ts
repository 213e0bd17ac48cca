import { LEAD_TYPE_NAMES, sizeName, TIER_FACTS } from '#contract/catalogue.ts'
import type { HeldLine } from '#server/features/cart/read-cart.ts'
import { fitLeads } from '#server/features/inventory/fit-leads.ts'
import { customerKeyOf } from '#server/features/offers/price-lines.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

const nameOf = ({ tier, size, leadType, county, state }: HeldLine): string =>
  `${TIER_FACTS[tier].name} ${sizeName(size)} (${LEAD_TYPE_NAMES[leadType]}, ${county}, ${state})`

/**
 * Lets the held lines of a buyer have no lead that this buyer bought before; nobody pays for one twice.
 *
 * @param email null while it is not known; settling then takes care of it
 * @throws Refusal `too_few_unseen`, naming the packages; `details: { holdIds }`. The lines stay held
 */
export async function fitLeadsToBuyer(
  ctx: PlatformContext,
  lines: readonly HeldLine[],
  email: string | null,
): Promise<void> {
  if (email === null || !lines.some((line) => line.hasLeads)) return
  const unfit = await fitLeads(ctx, { packages: lines, buyerKey: customerKeyOf(ctx, email) })
  if (unfit.length === 0) return
  const names = lines.filter((line) => unfit.includes(line.holdId)).map(nameOf)
  const message = `You already bought most of these leads, and too few others are left: ${names.join('; ')}. Please remove ${
    names.length === 1 ? 'this package' : 'these packages'
  } from your cart, or choose another tier or county.`
  throw new Refusal('too_few_unseen', { message, details: { holdIds: unfit } })
}
