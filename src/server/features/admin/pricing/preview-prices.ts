import { levelOf, type PriceLevel } from '#contract/admin/price-areas.ts'
import type { previewPrices as endpoint, PriceKey } from '#contract/admin/pricing.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { Cents } from '#contract/values.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { areaCodeOf } from '#server/features/catalogue/price-areas.ts'
import { readStandingPrices, type StandingPrice } from '#server/features/catalogue/standing-prices.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { columnsOf, inTableOrder, type PriceStep, readPrice, requirePrice, showStep } from './price-set.ts'
import { countReach } from './queries.ts'

type Change = BodyOf<typeof endpoint>['change']

/** Computes a changed price. A percentage is rounded to the cent. @throws Refusal `price_invalid` */
function changed(before: Cents, { kind, value }: Exclude<Change, { kind: 'inherit' }>, key: PriceKey): Cents {
  if (kind === 'set') return readPrice(value, key)
  const by = kind === 'percent' ? (before * value) / 100 : value * 100
  const isWhole = kind === 'percent' || Math.abs(by - Math.round(by)) < 1e-6
  return requirePrice(isWhole ? before + Math.round(by) : null, key)
}

function stepOf(
  { leadType, tier, size, price, inherited }: StandingPrice,
  change: Change,
  level: PriceLevel,
): PriceStep {
  const key = { leadType, tier, size }
  const after = change.kind === 'inherit' ? inherited : { cents: changed(price.cents, change, key), level }
  return { ...key, before: price, after }
}

/**
 * Whether a step does something. A price that stays the same becomes an area's own only if it was named: that keeps it
 * when the national one changes.
 */
const changesSomething = ({ before, after }: PriceStep, { kind }: Change): boolean =>
  before.cents !== after.cents || ((kind === 'set' || kind === 'inherit') && before.level !== after.level)

/**
 * Previews a change of many prices; `changePrices` takes the result. Changes nothing.
 *
 * @throws Refusal `price_invalid`, with the price that would become invalid; `unknown_state`, `unknown_county`
 */
export async function previewPrices(
  ctx: PlatformContext,
  body: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const area = body.area ?? null
  const { change } = body
  if (!area && change.kind === 'inherit') throw new Refusal('bad_request')
  const code = area && areaCodeOf(await loadPlaces(ctx), area)
  const isChosen = <Value>(chosen: readonly Value[], value: Value) => chosen.length === 0 || chosen.includes(value)
  const steps = [...(await readStandingPrices(ctx.database, code)).values()]
    .filter(
      (row) =>
        isChosen(body.leadTypes, row.leadType) && isChosen(body.tiers, row.tier) && isChosen(body.sizes, row.size),
    )
    .map((row) => stepOf(row, change, levelOf(area)))
    .filter((step) => changesSomething(step, change))
  const [reach] = await ctx.database.run(countReach, { area: code ?? '', ...columnsOf(steps), now: ctx.clock.now() })
  invariant(reach, 'counting answers with one row')
  return {
    rows: inTableOrder(steps).map(showStep),
    packages: reach.counties * steps.length - reach.kept_packages,
    keptPackages: reach.kept_packages,
    cartLines: reach.cart_lines,
  }
}
