/** What a package `p` costs, as SQL: its county's own price wins, then its state's, then the national one. */

const sameKind = (price: string, p: string): string =>
  `${price}.lead_type = ${p}.lead_type and ${price}.tier = ${p}.tier and ${price}.size = ${p}.size`

/** Joins what `EFFECTIVE_CENTS` reads. */
export const joinPrices = (p: string): string =>
  `join prices national_price on ${sameKind('national_price', p)}
   left join area_prices state_price on state_price.area = left(${p}.fips, 2) and ${sameKind('state_price', p)}
   left join area_prices county_price on county_price.area = ${p}.fips and ${sameKind('county_price', p)}`

/** The price in effect, in cents. */
export const EFFECTIVE_CENTS = 'coalesce(county_price.price_cents, state_price.price_cents, national_price.price_cents)'
