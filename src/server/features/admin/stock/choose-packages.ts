import type { StockSelection, StockStep } from '#contract/admin/stock-screen.ts'
import { LEAD_TYPE_NAMES, LEAD_TYPES, SIZES, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import type { Places } from '#server/features/catalogue/places.ts'
import type { ManyStocks } from '#server/features/stock/set-availability.ts'

/** An empty choice means all. */
const chosenOf = <Value>(chosen: readonly Value[], all: readonly Value[]): readonly Value[] =>
  chosen.length === 0 ? all : chosen

/**
 * Turns a selection into the packages and the change for `stock`.
 *
 * @throws Refusal `unknown_state`, `unknown_county`
 */
export function choosePackages(places: Places, selection: StockSelection, step: StockStep): ManyStocks {
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
export function describeSelection({ states, counties, leadTypes, tiers, sizes }: StockSelection): string {
  const places = [...states, ...counties.map(({ state, county }) => `${county}, ${state}`)]
  const kinds = [
    places.length === 0 ? 'the whole store' : listed(places),
    listed(leadTypes.map((one) => LEAD_TYPE_NAMES[one])),
    listed(tiers.map((one) => TIER_FACTS[one].name)),
    sizes.length === 0 ? '' : `${sizes.join(', ')} leads`,
  ]
  return kinds.filter((one) => one !== '').join('; ')
}

/** Describes the change of counts for the log. */
export function describeStep({ kind, value }: StockStep): string {
  if (kind === 'set') return `set to ${value}`
  if (kind === 'at_least') return `raised to at least ${value}`
  return value < 0 ? `lowered by ${-value}` : `raised by ${value}`
}
