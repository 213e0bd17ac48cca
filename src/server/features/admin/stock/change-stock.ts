import type * as contract from '#contract/admin/stock-screen.ts'
import { LEAD_TYPE_NAMES, LEAD_TYPES, SIZES, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces, type Places } from '#server/features/catalogue/places.ts'
import { type ManyStocks, previewSetMany, type StockSum, setMany } from '#server/features/stock/set-availability.ts'
import { announceStockChange, EVERY_COUNTY } from '#server/features/stock/stock-changes.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import * as sql from './queries.ts'

/** An empty choice means all. */
const chosenOf = <Value>(chosen: readonly Value[], all: readonly Value[]): readonly Value[] =>
  chosen.length === 0 ? all : chosen

/** Turns a selection into the packages and the change for `stock`. @throws Refusal `unknown_state`, `unknown_county` */
function choosePackages(places: Places, selection: contract.StockSelection, step: contract.StockStep): ManyStocks {
  const { states, counties } = selection
  const isEverywhere = states.length === 0 && counties.length === 0
  const chosenStates = isEverywhere ? places.states : states
  const fips = new Set(chosenStates.flatMap((state) => places.countiesOf(state).map((county) => county.fips)))
  for (const { state, county } of counties) fips.add(places.county(state, county).fips)
  return {
    fips: [...fips],
    leadTypes: chosenOf(selection.leadTypes, LEAD_TYPES),
    tiers: chosenOf(selection.tiers, TIERS),
    sizes: chosenOf(selection.sizes, SIZES),
    ...step,
  }
}

const NAMES_MAX = 5
const listed = (names: readonly string[]): string =>
  names.length > NAMES_MAX
    ? `${names.slice(0, NAMES_MAX).join(', ')} and ${names.length - NAMES_MAX} more`
    : names.join(', ')

/** Describes a selection for the log: `Texas; Vacant Houses; VIP`, or `the whole store`. */
function describeSelection({ states, counties, leadTypes, tiers, sizes }: contract.StockSelection): string {
  const places = [...states, ...counties.map(({ state, county }) => `${county}, ${state}`)]
  const kinds = [
    places.length === 0 ? 'the whole store' : listed(places),
    listed(leadTypes.map((one) => LEAD_TYPE_NAMES[one])),
    listed(tiers.map((one) => TIER_FACTS[one].name)),
    sizes.length === 0 ? '' : `${sizes.join(', ')} leads`,
  ]
  return kinds.filter((one) => one !== '').join('; ')
}

function describeStep({ kind, value }: contract.StockStep): string {
  if (kind === 'set') return `set to ${value}`
  if (kind === 'at_least') return `raised to at least ${value}`
  return value < 0 ? `lowered by ${-value}` : `raised by ${value}`
}

/** Beyond this, everything is announced as changed: naming each county would empty as many caches one by one. */
const COUNTIES_TOLD_MAX = 200

type Reply = ReplyOf<typeof contract.changeStock>

const show = ({ packages, changed, unitsBefore, unitsAfter }: StockSum): Reply => ({
  packages,
  changed,
  unitsBefore,
  unitsAfter,
})

/** Previews a change; `changeStock` needs its `seen` back. @throws Refusal `unknown_state`, `unknown_county` */
export async function previewStock(ctx: PlatformContext, { selection, step }: BodyOf<typeof contract.previewStock>) {
  const stocks = choosePackages(await loadPlaces(ctx), selection, step)
  const sum = await previewSetMany(ctx, stocks)
  const { heldPackages, holds, fromLeads, seen } = sum
  return { ...show(sum), counties: stocks.fips.length, heldPackages, holds, fromLeads, seen }
}

/**
 * Changes many packages as previewed: all, or none if an administrator has set one since. Buyers' holds and purchases
 * in between count. Repeating an attempt makes one change.
 * @throws Refusal `unknown_state`, `unknown_county`, `stock_changed`
 */
export async function changeStock(ctx: PlatformContext, body: BodyOf<typeof contract.changeStock>): Promise<Reply> {
  const { attemptId, selection, step, seen } = body
  const reason = body.reason?.trim() || null
  const { userId } = requireMember(ctx)
  const stocks = choosePackages(await loadPlaces(ctx), selection, step)
  const made = await inTransaction(ctx, async (tx) => {
    const changeId = newId('stc', ctx.clock)
    const [claimed] = await tx.run(sql.claimAttempt, { changeId, attemptId, now: ctx.clock.now(), createdBy: userId })
    if (!claimed) return null
    const sum = await setMany(ctx, tx, { ...stocks, seen, who: userId, reason })
    if (!sum) throw new Refusal('stock_changed')
    await tx.run(sql.recordChange, { changeId, ...show(sum) })
    if (sum.changed > 0)
      await writeAudit(ctx, tx, {
        action: 'stock_set_many',
        subject: describeSelection(selection),
        before: { packages: sum.changed, units: sum.unitsBefore },
        after: { packages: sum.changed, units: sum.unitsAfter, change: describeStep(step) },
        note: reason,
      })
    return sum
  })
  if (!made) {
    // An earlier attempt made it.
    const [row] = await ctx.database.run(sql.findAttempt, { attemptId })
    invariant(row, 'an attempt that is claimed is written')
    return { packages: row.packages, changed: row.changed, unitsBefore: row.units_before, unitsAfter: row.units_after }
  }
  if (made.changed > 0) announceStockChange(ctx, stocks.fips.length > COUNTIES_TOLD_MAX ? [EVERY_COUNTY] : stocks.fips)
  return show(made)
}
