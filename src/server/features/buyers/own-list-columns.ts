/** Which columns of a buyer's list have addresses and phones, by their names. Pure. */
import { headerWord, suggestMapping } from '#contract/admin/lead-file-fields.ts'
import type { OwnListMeaning } from '#contract/buyers/own-lists.ts'

/** Where each meaning is in a row; -1: nowhere. */
export interface OwnListColumns {
  readonly names: readonly string[]
  readonly meanings: readonly (OwnListMeaning | null)[]
  readonly address: number
  readonly city: number
  readonly zip: number
  readonly phones: readonly number[]
}

/** What tools call them, in addition to the names that lead files have. */
const MORE: ReadonlyMap<string, OwnListMeaning> = new Map(
  Object.entries({
    address: [
      'property street',
      'property street address',
      'property address 1',
      'property address line 1',
      'address 1',
      'address line 1',
      'street address 1',
      'site street',
    ],
    city: ['town', 'property town'],
    zip: ['zipcode', 'zip 5', 'zip5', 'postcode', 'property zipcode', 'property postal code', 'property postcode'],
  } satisfies Partial<Record<OwnListMeaning, string[]>>).flatMap(([meaning, words]) =>
    words.map((word) => [word, meaning as OwnListMeaning] as const),
  ),
)
/** `Phone 4`, `Mobile`, `Owner Cell Phone`, `Do Not Call Phones`; not `Phone 1 Type`. */
const PHONE =
  /^(?:(?:owner|contact|lead|main|primary|second|secondary|third|other|best|home|work|office|business|cell|mobile|wireless|land|do not call|dnc) )*(?:phones?|mobile|cell|landline|telephone|tel|wireless)(?: ?(?:numbers?|no))?(?: ?\d{1,2})?$/

const MAPPED = { address: 'address', city: 'city', zip: 'zip' } as const

function meaningOf(name: string): OwnListMeaning | null {
  const [field] = Object.keys(suggestMapping([name]))
  if (field && field in MAPPED) return MAPPED[field as keyof typeof MAPPED]
  const word = headerWord(name)
  return MORE.get(word) ?? (PHONE.test(word) ? 'phone' : null)
}

const NAME_CHARACTERS_MAX = 60

/**
 * Recognizes the columns of a header, the way the import of lead files suggests them. An address is in the first column
 * that may be one; phones are in all that may be.
 *
 * @returns null if neither an address nor a phone was recognized
 */
export function readColumns(header: readonly string[]): OwnListColumns | null {
  const names = header.map(
    (cell, at) => cell.replace(/\s+/g, ' ').trim().slice(0, NAME_CHARACTERS_MAX) || `Column ${at + 1}`,
  )
  const seen = new Set<OwnListMeaning>()
  const meanings = names.map((name) => {
    const meaning = meaningOf(name)
    if (meaning === null || (meaning !== 'phone' && seen.has(meaning))) return null
    seen.add(meaning)
    return meaning
  })
  if (!seen.has('address') && !seen.has('phone')) return null
  // A city or ZIP says nothing without an address.
  const used = meanings.map((meaning) => (seen.has('address') || meaning === 'phone' ? meaning : null))
  return {
    names,
    meanings: used,
    address: used.indexOf('address'),
    city: used.indexOf('city'),
    zip: used.indexOf('zip'),
    phones: used.flatMap((meaning, at) => (meaning === 'phone' ? [at] : [])),
  }
}
