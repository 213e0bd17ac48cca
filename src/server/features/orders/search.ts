import { amountOf, digitsOf, searchTextOf } from '#server/platform/text/search-text.ts'

/** SQL: what an order is found by. @param of the prefix of the columns: `''` or an alias with its dot */
export const orderText = (of = '') =>
  searchTextOf([
    `coalesce(${of}full_name, '')`,
    `coalesce(${of}email, '')`,
    `coalesce(${of}business_name, '')`,
    digitsOf(`${of}cell_phone`),
    amountOf(`${of}total_cents`),
  ])

const PREFIX = 'LY-'
const REFERENCE_LENGTH = 8
/** With `LY-`, any beginning. Without, long enough and with a digit, so that no name is mistaken for a reference. */
const REFERENCE = /^(?:LY-?([0-9A-Z]{1,8})|(?=[A-Z]*\d)([0-9A-Z]{4,8}))$/
/** No reference starts with it. */
const NOWHERE = '\u{1}'

export type ReferenceRange = { firstReference: string; lastReference: string; reference: string }

/** Reads the beginning of a reference (`LY-7K2M`, also `7k2m`); anything else gives a range that contains nothing. */
export function readReference(text: string): ReferenceRange {
  const code = REFERENCE.exec(text.toUpperCase().replace(/\s/g, ''))
  const reference = code ? PREFIX + (code[1] ?? code[2]) : NOWHERE
  return {
    firstReference: reference,
    lastReference: code ? reference.padEnd(PREFIX.length + REFERENCE_LENGTH, 'Z') : reference,
    reference,
  }
}

/** Orders that a reference's beginning finds at most: a short one fits thousands. */
const REFERENCES_MAX = 200

export const ORDERS_BY_REFERENCE = `select order_id from orders where reference between $firstReference::text and $lastReference::text
     and starts_with(reference, $reference::text) limit ${REFERENCES_MAX}`
