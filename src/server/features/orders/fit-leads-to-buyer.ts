import { LEAD_TYPE_NAMES, sizeName, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { fitLeads } from '#server/features/stock/fit-leads.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { HeldLine } from './read-cart.ts'

/** Which of the two it is would tell of a property that somebody asked for it. */
const nameOf = ({ tier, size, leadType, county, state }: HeldLine): string =>
  `${TIER_FACTS[tier].name} ${sizeName(size)} (${LEAD_TYPE_NAMES[leadType]}, ${county}, ${state})`

/**
 * Lets the held lines of a buyer have no lead that this buyer bought before, nor one whose owner asked to be left alone since.
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
  const values = { packages: names.join('; '), these: names.length === 1 ? 'this package' : 'these packages' }
  throw new Refusal('too_few_unseen.cart', { values, details: { holdIds: unfit } })
}
