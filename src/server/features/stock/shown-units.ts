/** The units that buyers see, as SQL, for every feature that lists packages. `p`: the alias of `packages`. */
import { COUNTED_MAX } from '#contract/catalogue/catalogue.ts'
import { UNLIMITED_UNITS } from '#contract/stock/stock.ts'

/** Whether a count that an administrator enters makes its package unlimited. */
export const isAboveCounted = (count: string): string => `(${count} > ${COUNTED_MAX})`

/** What a package shows if it does not follow from leads: the entered number if unlimited, otherwise its count up to 999. */
export const countedUnits = (p: string, available = `${p}.available`): string =>
  `case when ${p}.is_unlimited then ${p}.unlimited_shown else least(${available}, ${COUNTED_MAX}) end`

/** The units that can be bought: as many as its leads fill, up to 999, or the counted ones. */
export const shownUnits = (p: string): string =>
  `case when ${p}.lead_units is not null then least(${p}.lead_units, ${COUNTED_MAX}) else ${countedUnits(p)} end`

/**
 * The sum of packages' counts, an unlimited one counted as 1000. Packages that follow from leads are left out: those of
 * one pool show the same leads, so their sum means nothing.
 */
export const sumOfUnits = (shown: string): string =>
  `coalesce(sum(case when ${isAboveCounted(shown)} then ${UNLIMITED_UNITS} else ${shown} end) filter (where lead_units is null), 0)::int`

/** Whether any can be bought. */
export const isInStock = (p: string): string =>
  `case when ${p}.lead_units is not null then ${p}.lead_units > 0 else ${p}.is_unlimited or ${p}.available > 0 end`

/**
 * Whether it is out of stock because no unit was ever put on sale. Only packages that are out of stock look up their
 * movements, by key, and the first one answers. Without `offset 0`, the planner of a smaller store would read all
 * movements once per county.
 */
export const wasNeverStocked = (p: string): string =>
  `case when ${p}.lead_units is not null or ${p}.is_unlimited or ${p}.available > 0 then false
     else not exists (select from stock_movements m
                      where m.package_id = ${p}.package_id and (m.delta > 0 or m.shown_after > 0) offset 0) end`

/** The units left of a package that is not unlimited. */
export const unitsLeft = (p: string): string => `coalesce(${p}.lead_units, ${p}.available)`

/** Whether it never runs out. */
export const isUnlimited = (p: string): string => `(${p}.is_unlimited and ${p}.lead_units is null)`

/** Whether its stock follows from leads. */
export const isFromLeads = (p: string): string => `(${p}.lead_units is not null)`

/** The pool its stock follows from, `<fips>-<leadType>-<tier>`; null if it is counted. */
export const poolOf = (p: string): string =>
  `(case when ${p}.lead_units is not null then ${p}.fips || '-' || ${p}.lead_type || '-' || ${p}.tier end)`

/**
 * Assigns an administrator's count to a row of `packages`. If it becomes unlimited, it keeps `counted` underneath.
 *
 * @param count what was entered
 * @param counted its count from now on
 */
export const assignCount = (count: string, counted: string): string =>
  `available = ${counted}, is_unlimited = ${isAboveCounted(count)},
       unlimited_shown = case when ${isAboveCounted(count)} then ${count} else 0 end`

/** The county of a package or a pool, by its id. Spelled as in the index of `sale_entries`. */
export const fipsOfId = (id: string): string => `split_part(${id}, '-', 1)`
