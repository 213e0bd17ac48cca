/** What a package has for a buyer, as SQL, for every room that lists packages. `p`: the alias of `packages`. */

/** The units that can be bought: served from leads, or an unlimited package's entered number, else counted; at most 999 counted ones. */
export const shownUnits = (p: string): string =>
  `case when ${p}.lead_units is not null then least(${p}.lead_units, 999)
     when ${p}.is_unlimited then ${p}.unlimited_shown else least(${p}.available, 999) end`

/** Whether any can be bought. */
export const isInStock = (p: string): string =>
  `case when ${p}.lead_units is not null then ${p}.lead_units > 0 else ${p}.is_unlimited or ${p}.available > 0 end`

/**
 * Whether nothing of it can be bought because no unit was ever put on sale. Only what is out of stock looks its movements
 * up, by their key, and its first one answers.
 */
export const wasNeverStocked = (p: string): string =>
  `case when ${p}.lead_units is not null or ${p}.is_unlimited or ${p}.available > 0 then false
     else not exists (select from stock_movements m
                      where m.package_id = ${p}.package_id and (m.delta > 0 or m.shown_after > 0)) end`

/** The units left of one that is not unlimited. */
export const unitsLeft = (p: string): string => `coalesce(${p}.lead_units, ${p}.available)`

/** Whether it never runs out. */
export const isUnlimited = (p: string): string => `(${p}.is_unlimited and ${p}.lead_units is null)`

/** Whether its stock follows from leads. */
export const isFromLeads = (p: string): string => `(${p}.lead_units is not null)`

/** Whose leads its stock follows from, `<fips>-<leadType>-<tier>`; null where it is counted. */
export const poolOf = (p: string): string =>
  `(case when ${p}.lead_units is not null then ${p}.fips || '-' || ${p}.lead_type || '-' || ${p}.tier end)`
