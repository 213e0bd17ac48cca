/**
 * Search in lists: a row is found if a text made of its fields contains every word that was typed, in any order. Its
 * table has a trigram index on that text (pg_trgm).
 */

/** What was typed, longest word first; an absent word is empty, which every text contains. */
export interface SearchWords {
  word1: string
  word2: string
  word3: string
  word4: string
}

/** More words hardly narrow a search down. */
const WORDS_MAX = 4
/** A trigram index finds no shorter ones, except at the beginning of a field. */
const LETTERS_MIN = 3
const AMOUNT = /^\$?\d+\.\d{2}$/
const WHOLE_AMOUNT = /^\$\d+$/
const TELEPHONE = /^[\d()+./-]*\d[\d()+./-]*$/
const COUNTRY_CODE = /\+1(?!\d)/
/** With the country's 1, which is not stored everywhere. */
const LONG_TELEPHONE = /^1(\d{10})$/

function normalize(word: string): string {
  if (WHOLE_AMOUNT.test(word)) return `${word}.`
  const text = TELEPHONE.test(word) && !AMOUNT.test(word) ? word.replace(/\D/g, '').replace(LONG_TELEPHONE, '$1') : word
  return text.length < LETTERS_MIN ? ` ${text}` : text
}

/**
 * Reads what a person typed into a search: words in any order, any part of an email address or a reference, a telephone
 * number's digits, an amount such as `$638`.
 *
 * @returns null if nothing was typed; `none`, which finds nothing, if there was no letter or digit
 */
export function readSearch(text: string | undefined): SearchWords | 'none' | null {
  if (!text?.trim()) return null
  const typed = text
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(COUNTRY_CODE, ' ')
    .split(/[\s,;%\\]+/)
  const words = [...new Set(typed.filter((word) => /[\p{L}\p{N}]/u.test(word)).map(normalize))]
  words.sort((a, b) => b.length - a.length)
  const [word1 = '', word2 = '', word3 = '', word4 = ''] = words.slice(0, WORDS_MAX)
  return word1 === '' ? 'none' : { word1, word2, word3, word4 }
}

const PARAMETERS = ['$word1', '$word2', '$word3', '$word4']

/** SQL: a text contains all words. PostgreSQL answers it from the trigram index of exactly this text. */
export const containsByIndex = (text: string): string =>
  PARAMETERS.map((word) => `${text} like '%' || replace(${word}, '_', '\\_') || '%'`).join(' and ')

/** SQL: the same, for each row on a walk down another index. */
export const contains = (text: string): string => PARAMETERS.map((word) => `strpos(${text}, ${word}) > 0`).join(' and ')

/** SQL: the text that rows are found by, from the given columns or expressions. Each field begins after a space. */
export const searchTextOf = (fields: readonly string[]): string =>
  `lower((${fields.map((field) => `' ' || ${field}`).join(' || ')}) collate "und-x-icu")`

/** SQL: the digits of a telephone number. */
export const digitsOf = (column: string): string => `regexp_replace(coalesce(${column}, ''), '[^0-9]', '', 'g')`

/** SQL: an amount as people type it, such as `$638.00`. */
export const amountOf = (column: string): string =>
  `'$' || (${column} / 100)::text || '.' || lpad((${column} % 100)::text, 2, '0')`

/** Rows that a search reads in the order of its list before it asks the index. */
export const SEARCH_WALK = 2_000

/**
 * Finds a page of a list. What many rows contain is found among the first rows of the list; all else is rare enough for
 * the index, whose matches have to be sorted.
 */
export async function searchPage<Row>(
  limit: number,
  { walk, byIndex }: { walk: () => Promise<Row[]>; byIndex: () => Promise<Row[]> },
): Promise<Row[]> {
  const near = await walk()
  return near.length >= limit ? near : byIndex()
}
