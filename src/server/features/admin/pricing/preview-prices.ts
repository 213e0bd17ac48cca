import type { previewPrices as endpoint, PricedRow, PriceKey } from '#contract/admin/pricing.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { toCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { invariant } from '#server/platform/invariant.ts'
import { inTableOrder, readPrice, requirePrice, showStep } from './price-set.ts'
import { countReach, readPrices } from './queries.ts'

type Change = BodyOf<typeof endpoint>['change']

/** Computes a changed price. A percentage is rounded to the cent. @throws Refusal `price_invalid` */
function changed(before: Cents, { kind, value }: Change, key: PriceKey): Cents {
  if (kind === 'set') return readPrice(value, key)
  const by = kind === 'percent' ? (before * value) / 100 : value * 100
  const isWhole = kind === 'percent' || Math.abs(by - Math.round(by)) < 1e-6
  return requirePrice(isWhole ? before + Math.round(by) : null, key)
}

/**
 * Previews a change of many prices; `changePrices` takes the result. Changes nothing.
 *
 * @throws Refusal `price_invalid`, with the price that would become invalid
 */
export async function previewPrices(
  ctx: PlatformContext,
  body: BodyOf<typeof endpoint>,
): Promise<{ rows: PricedRow[]; packages: number; cartLines: number }> {
  const isChosen = <Value>(chosen: readonly Value[], value: Value) => chosen.length === 0 || chosen.includes(value)
  const standing = (await ctx.database.run(readPrices)).map((row) => ({
    leadType: row.lead_type,
    tier: row.tier,
    size: row.size,
    before: toCents(row.price_cents),
  }))
  const steps = standing
    .filter(
      (row) =>
        isChosen(body.leadTypes, row.leadType) && isChosen(body.tiers, row.tier) && isChosen(body.sizes, row.size),
    )
    .map((row) => ({ ...row, after: changed(row.before, body.change, row) }))
    .filter((step) => step.before !== step.after)
  const [reach] = await ctx.database.run(countReach, {
    leadTypes: steps.map((step) => step.leadType),
    tiers: steps.map((step) => step.tier),
    sizes: steps.map((step) => step.size),
    now: ctx.clock.now(),
  })
  invariant(reach, 'counting answers with one row')
  return {
    rows: inTableOrder(steps).map(showStep),
    packages: reach.counties * steps.length,
    cartLines: reach.cart_lines,
  }
}
