/** Reads what people type to find an order. */

const REFERENCE_LENGTH = 8
/** Sorts after every text that starts the same way, byte by byte. */
const LAST_LETTER = '\u{10FFFF}'
/** Nothing starts with it. */
const NOWHERE = '\u{1}'

/** The parameters of each way of searching. A way that cannot apply gets parameters that find nothing. */
export interface OrderSearch {
  /** References between these two, which start with `reference`. */
  first: string
  last: string
  reference: string
  /** Addresses and names between these two, in lowercase. */
  beginning: string
  behind: string
  /** A payment or an order. */
  id: string
}

/**
 * Reads a search: the beginning of a reference (`LY-7K2M`, also `7k2m`), of an address, of a name or a last name, or
 * the whole id of a payment or an order.
 *
 * @returns null if nothing was typed
 */
export function readSearch(text: string | undefined): OrderSearch | null {
  const typed = text?.trim() ?? ''
  if (typed === '') return null
  const beginning = typed.toLowerCase().replace(/\s+/g, ' ')
  const code = /^(?:LY-?)?([0-9A-Z]{2,8})$/.exec(typed.toUpperCase().replaceAll(' ', ''))
  const reference = code ? `LY-${code[1]}` : NOWHERE
  return {
    first: reference,
    last: code ? reference.padEnd('LY-'.length + REFERENCE_LENGTH, 'Z') : reference,
    reference,
    beginning,
    behind: beginning + LAST_LETTER,
    id: typed,
  }
}
