/** Writes the JSON of a county's packages as text: these are our own numbers, and a serializer took most of the time. */
import { describePackage, LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { invariant } from '#server/platform/invariant.ts'
import type { County } from './places.ts'

/**
 * Makes the text one flat string. A concatenated string is walked part by part each time it is sent, which took longer
 * than everything else.
 */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')

/** JSON of ASCII only, so a page is as long in bytes as in characters and is sent without encoding. */
const asciiJson = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** One county's packages, in the shop's order: the end of the id, and the JSON before the price and after the units. */
const PACKAGES = LEAD_TYPES.flatMap((leadType) =>
  TIERS.flatMap((tier) =>
    SIZES.map((size) => {
      const idEnd = `-${leadType}-${tier}-${size}`
      return {
        idEnd,
        beforePrice: `${idEnd}","tier":"${tier}","leadType":"${leadType}","size":${size},"price":`,
        afterUnits: flat(`,"description":${asciiJson(describePackage(leadType, tier, size))}`),
      }
    }),
  ),
)
/** By id, as PostgreSQL lists them. */
const ID_ENDS = PACKAGES.map(({ idEnd }) => idEnd).sort()
/** The same in the shop's order, each with its position in PostgreSQL's lists. */
const SHOP = PACKAGES.map((one) => ({ ...one, at: ID_ENDS.indexOf(one.idEnd) }))
export const PACKAGES_PER_COUNTY = SHOP.length

/** Today's prices: the national ones, or those of a county. */
export class PriceList {
  /** In cents, in id order. */
  readonly cents: string
  /** The JSON of each package between its county's code and its units, in the shop's order. */
  readonly beforeUnits: readonly string[]

  /** @param similar a list that shares its texts where the prices are the same */
  constructor(cents: string, similar?: PriceList) {
    this.cents = cents
    const list = cents.split(' ')
    const others = similar?.cents.split(' ')
    invariant(list.length === SHOP.length, `there are ${list.length} prices`)
    this.beforeUnits = SHOP.map(({ at, beforePrice }, index) => {
      const shared = others?.[at] === list[at] ? similar?.beforeUnits[index] : undefined
      return shared ?? flat(`${beforePrice}${Number(list[at] ?? Number.NaN) / 100},"available":`)
    })
  }
}

/** Replaces prices in a list of cents in id order; `own` are named by the ends of packages' ids. */
export function withOwnCents(cents: string, own: Readonly<Record<string, number>>): string {
  const list = cents.split(' ')
  return ID_ENDS.map((idEnd, at) => own[idEnd] ?? list[at]).join(' ')
}

/**
 * Writes the JSON of `listPackages`, in ASCII.
 *
 * @param shownUnits of each package in id order; '' if none was ever put on sale
 */
export function writePage({ fips, state, name }: County, prices: PriceList, shownUnits: string): string {
  const units = shownUnits.split(' ')
  const place = `,"state":${asciiJson(state)},"county":${asciiJson(name)}`
  const id = `{"id":"${fips}`
  const next = flat(`${place}},${id}`)
  // Left out if false: this is the store's busiest page, and most of its packages have been stocked.
  const neverThenNext = flat(`${place},"wasNeverStocked":true},${id}`)
  let text = ''
  let before = `[${id}`
  SHOP.forEach(({ at, afterUnits }, index) => {
    const shown = units[at]
    text += before
    text += prices.beforeUnits[index]
    text += shown || '0'
    text += afterUnits
    before = shown ? next : neverThenNext
  })
  // No package follows the last one.
  return `${text}${before.slice(0, -id.length - 1)}]`
}
