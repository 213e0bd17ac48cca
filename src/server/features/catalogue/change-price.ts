import type { LeadType, PricingEntry, Size, Tier } from '#contract/catalogue.ts'
import { CHARGE_CENTS_MIN, centsFromDollars, dollarTextFromCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import { announceStockChange, EVERY_COUNTY } from '#server/features/inventory/stock-changes.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { invariant } from '#server/platform/invariant.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { updatePrice } from './queries.ts'

/** No package costs more than this; a slipped decimal point should not become a price. */
const PRICE_CENTS_MAX = 9_999_999

/**
 * Sets one of the 48 prices, for all counties at once. Sent links and placed orders keep the price they were made with.
 *
 * @param input.basePrice dollars, a number or numeric text
 * @throws Refusal `price_invalid`
 */
export async function changePrice(
  ctx: PlatformContext,
  input: { leadType: LeadType; tier: Tier; size: Size; basePrice: number | string },
): Promise<PricingEntry> {
  const cents = centsFromDollars(input.basePrice)
  const isChargeable = cents !== null && (cents === 0 || cents >= CHARGE_CENTS_MIN) && cents <= PRICE_CENTS_MAX
  if (!isChargeable) throw new Refusal('price_invalid')
  invariant(ctx.actor.kind === 'member', 'prices are changed by members')
  const values = [input.leadType, input.tier, input.size, cents, ctx.clock.now(), ctx.actor.userId]
  const [row] = await ctx.database.run(updatePrice, values)
  invariant(row, 'one of the 48 prices is missing')
  announceStockChange(ctx.database, [EVERY_COUNTY])
  return {
    leadType: input.leadType,
    tier: input.tier,
    size: row.size,
    basePrice: dollarTextFromCents(row.price_cents as Cents),
  }
}
